/** The mails about suspensions and verification. They are not notices, which do not reach suspended accounts and can be switched off. */
import type { TemplatedMail } from '../../platform/mail/templated-mail.ts';
import type { TextsByLanguage } from '../../platform/wording.ts';

export interface SuspensionReader {
  readonly email: string;
  readonly name: string;
  readonly language: string;
}

export const mailTexts: TextsByLanguage = {
  en: {
    'mails.seller_suspended.subject': 'Your company is suspended on Fifthwheel',
    'mails.seller_suspended.body':
      'Hello {name},\n\nan administrator has suspended {company}. Its listings are off the market, its conversations are closed to new messages, and its webhooks send nothing.\n\nReason: {reason}',
    'mails.seller_suspended.reason': 'If you think that this is a mistake, please write to us.',
    'mails.documents_refused.subject': 'Your documents do not verify your company yet',
    'mails.documents_refused.body':
      'Hello {name},\n\nwe have looked at the documents of {company} and cannot verify the company with them.\n\nReason: {reason}',
    'mails.documents_refused.action': 'Send other documents',
    'mails.documents_refused.reason': 'If you think that this is a mistake, please write to us.',
    'mails.account_reinstated.subject': 'Your Fifthwheel account is active again',
    'mails.account_reinstated.body':
      'Hello {name},\n\nyour account is active again: you can sign in, and your API keys work.',
    'mails.seller_reinstated.subject': 'Your company is active again on Fifthwheel',
    'mails.seller_reinstated.body':
      'Hello {name},\n\n{company} is active again. Listings that were live are back on the market as far as your plan has room; the others are drafts. Conversations are open again. Webhooks send new events, and missed events can be replayed.',
  },
  de: {
    'mails.seller_suspended.subject': 'Ihr Unternehmen ist auf Fifthwheel gesperrt',
    'mails.seller_suspended.body':
      'Guten Tag {name},\n\n{company} wurde gesperrt. Die Inserate sind nicht mehr online, in Unterhaltungen sind keine neuen Nachrichten möglich, und Webhooks senden nichts.\n\nGrund: {reason}',
    'mails.seller_suspended.reason': 'Wenn Sie das für einen Irrtum halten, schreiben Sie uns bitte.',
    'mails.documents_refused.subject': 'Ihre Unterlagen reichen noch nicht',
    'mails.documents_refused.body':
      'Guten Tag {name},\n\nwir haben die Unterlagen von {company} gesehen und können das Unternehmen damit nicht als geprüft führen.\n\nGrund: {reason}',
    'mails.documents_refused.action': 'Andere Unterlagen schicken',
    'mails.documents_refused.reason': 'Wenn Sie das für einen Irrtum halten, schreiben Sie uns bitte.',
    'mails.account_reinstated.subject': 'Ihr Fifthwheel-Konto ist wieder aktiv',
    'mails.account_reinstated.body':
      'Guten Tag {name},\n\nIhr Konto ist wieder aktiv: Sie können sich anmelden, und Ihre API-Schlüssel sind wieder gültig.',
    'mails.seller_reinstated.subject': 'Ihr Unternehmen ist auf Fifthwheel wieder aktiv',
    'mails.seller_reinstated.body':
      'Guten Tag {name},\n\n{company} ist wieder aktiv. Inserate, die online waren, sind wieder online, soweit Ihr Tarif es zulässt; die übrigen sind Entwürfe. Unterhaltungen sind wieder offen. Webhooks senden neue Ereignisse; versäumte Ereignisse lassen sich erneut senden.',
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

export function sellerSuspendedMail(
  { email, name, language }: SuspensionReader,
  company: string,
  reason: string,
): TemplatedMail {
  return { to: email, language, name: 'seller_suspended', values: { name, company, reason } };
}

export function documentsRefusedMail(
  { email, name, language }: SuspensionReader,
  company: string,
  reason: string,
  baseUrl: string,
): TemplatedMail {
  const actionUrl = `${baseUrl}/account/documents`;
  return { to: email, language, name: 'documents_refused', values: { name, company, reason }, actionUrl };
}

export function accountReinstatedMail({ email, name, language }: SuspensionReader): TemplatedMail {
  return { to: email, language, name: 'account_reinstated', values: { name } };
}

export function sellerReinstatedMail(
  { email, name, language }: SuspensionReader,
  company: string,
): TemplatedMail {
  return { to: email, language, name: 'seller_reinstated', values: { name, company } };
}
