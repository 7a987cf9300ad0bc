/** No notice, because notices do not reach suspended accounts. */
import type { TemplatedMail } from '../../../platform/mail/templated-mail.ts';
import type { TextsByLanguage } from '../../../platform/wording.ts';

export const suspensionTexts: TextsByLanguage = {
  en: {
    'mails.account_reinstated.subject': 'Your Fifthwheel account is active again',
    'mails.account_reinstated.body':
      'Hello {name},\n\nyour account is active again: you can sign in, and your API keys work.',
  },
  de: {
    'mails.account_reinstated.subject': 'Ihr Fifthwheel-Konto ist wieder aktiv',
    'mails.account_reinstated.body':
      'Guten Tag {name},\n\nIhr Konto ist wieder aktiv: Sie können sich anmelden, und Ihre API-Schlüssel sind wieder gültig.',
  },
  fr: {
    'mails.account_reinstated.subject': 'Votre compte Fifthwheel est de nouveau actif',
    'mails.account_reinstated.body':
      'Bonjour {name},\n\nvotre compte est de nouveau actif : vous pouvez vous connecter, et vos clés API fonctionnent.',
  },
  nl: {
    'mails.account_reinstated.subject': 'Uw Fifthwheel-account is weer actief',
    'mails.account_reinstated.body':
      'Beste {name},\n\nuw account is weer actief: u kunt zich aanmelden, en uw API-sleutels werken.',
  },
  pl: {
    'mails.account_reinstated.subject': 'Twoje konto Fifthwheel znowu jest aktywne',
    'mails.account_reinstated.body':
      'Dzień dobry {name},\n\nTwoje konto znowu jest aktywne: możesz się zalogować, a Twoje klucze API działają.',
  },
};

export function accountReinstatedMail(reader: {
  readonly email: string;
  readonly name: string;
  readonly language: string;
}): TemplatedMail {
  const { email, name, language } = reader;
  return { to: email, language, name: 'account_reinstated', values: { name } };
}
