import type { TemplatedMail } from '../../platform/mail/templated-mail.ts';
import { unlinked } from '../../platform/mail/unlinked.ts';
import type { TextsByLanguage } from '../../platform/wording.ts';

export interface Invitation {
  readonly to: string;
  readonly language: string;
  readonly companyName: string;
  readonly inviter: string;
  readonly url: string;
  readonly about: readonly string[];
}

export const mailTexts: TextsByLanguage = {
  en: {
    'mails.team_invitation.subject': 'Invitation to a team on Fifthwheel',
    'mails.team_invitation.body':
      '{inviter} invites you to join the team of {company}.\n\n' +
      'Sign in with this e-mail address, or create an account with it, then accept the invitation. It is valid for seven days.',
    'mails.team_invitation.action': 'Accept the invitation',
  },
  de: {
    'mails.team_invitation.subject': 'Einladung in ein Team auf Fifthwheel',
    'mails.team_invitation.body':
      '{inviter} lädt Sie ein, im Team von {company} mitzuarbeiten.\n\n' +
      'Melden Sie sich mit dieser E-Mail-Adresse an oder legen Sie damit ein Konto an. Nehmen Sie dann die Einladung an; sie ist sieben Tage lang gültig.',
    'mails.team_invitation.action': 'Einladung annehmen',
  },
  fr: {
    'mails.team_invitation.subject': 'Invitation dans une équipe sur Fifthwheel',
    'mails.team_invitation.body':
      '{inviter} vous invite à rejoindre l’équipe de {company}.\n\n' +
      'Connectez-vous avec cette adresse e-mail, ou créez un compte avec elle, puis acceptez l’invitation. Elle est valable sept jours.',
    'mails.team_invitation.action': 'Accepter l’invitation',
  },
  nl: {
    'mails.team_invitation.subject': 'Uitnodiging voor een team op Fifthwheel',
    'mails.team_invitation.body':
      '{inviter} nodigt u uit voor het team van {company}.\n\n' +
      'Meld u aan met dit e-mailadres, of maak er een account mee aan, en neem dan de uitnodiging aan. Ze is zeven dagen geldig.',
    'mails.team_invitation.action': 'Uitnodiging aannemen',
  },
  pl: {
    'mails.team_invitation.subject': 'Zaproszenie do zespołu na Fifthwheel',
    'mails.team_invitation.body':
      '{inviter} zaprasza Cię do zespołu firmy {company}.\n\n' +
      'Zaloguj się tym adresem e-mail albo załóż na niego konto, a potem przyjmij zaproszenie. Jest ważne przez siedem dni.',
    'mails.team_invitation.action': 'Przyjmij zaproszenie',
  },
};

export function invitationMail({
  to,
  language,
  companyName,
  inviter,
  url,
  about,
}: Invitation): TemplatedMail {
  const values = { company: unlinked(companyName), inviter: unlinked(inviter) };
  return { to, language, name: 'team_invitation', values, actionUrl: url, about };
}
