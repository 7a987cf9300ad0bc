import type { TemplatedMail } from '../../platform/mail/templated-mail.ts';
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
};

export function invitationMail({
  to,
  language,
  companyName,
  inviter,
  url,
  about,
}: Invitation): TemplatedMail {
  const values = { company: companyName, inviter };
  return { to, language, name: 'team_invitation', values, actionUrl: url, about };
}
