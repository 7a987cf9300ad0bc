/** The mails of sign-up and sign-in. Links begin with the configured address, whatever host a request named. */
import type { TemplatedMail } from '../../platform/mail/templated-mail.ts';
import { unlinked } from '../../platform/mail/unlinked.ts';
import type { TextsByLanguage } from '../../platform/wording.ts';
import { moreMailTexts } from './mail-texts.data.ts';

interface Recipient {
  readonly email: string;
  readonly name: string;
  readonly language: string;
}

export const mailTexts: TextsByLanguage = {
  en: {
    'mails.verification.subject': '{code} is your Fifthwheel verification code',
    'mails.verification.body':
      'Hello {name},\n\nyour verification code is {code}. It is valid for one hour.\n\nYou can also confirm your address with the button below, which works for 24 hours.',
    'mails.verification.action': 'Confirm my email address',
    'mails.verification.reason':
      'You are receiving this mail because an account was registered with this address. If that was not you, ignore it.',
    'mails.email_change.subject': '{code} is your Fifthwheel code for a new address',
    'mails.email_change.body':
      'Hello {name},\n\nyour account is to have this address. The code for it is {code}.\n\nIt is valid for one hour and five attempts.',
    'mails.email_change.reason':
      'You are receiving this mail because somebody entered this address as the new one of an account. If that was not you, ignore it.',
    'mails.email_changed.subject': 'The address of your Fifthwheel account was changed',
    'mails.email_changed.body':
      'Hello {name},\n\nthe e-mail address of your account is now {newEmail}. Mails go there from now on, and you sign in with it.\n\n' +
      'If that was not you, write to us at once.',
    'mails.email_changed.reason':
      'You are receiving this mail because it concerns the security of your account.',
    'mails.password_reset.subject': 'Reset your Fifthwheel password',
    'mails.password_reset.body':
      'Hello {name},\n\nsomebody asked for a new password for your account. The link is valid for one hour and works once.\n\n' +
      'If you are asked for the reset token, it is: {token}',
    'mails.password_reset.action': 'Choose a new password',
    'mails.password_reset.reason': 'If that was not you, ignore this mail: your password stays as it is.',
    'mails.password_changed.subject': 'Your Fifthwheel password was changed',
    'mails.password_changed.body':
      'Hello {name},\n\nthe password of your account was changed, and other devices were signed out.\n\n' +
      'If that was not you, reset the password at once and write to us.',
    'mails.password_changed.reason':
      'You are receiving this mail because it concerns the security of your account.',
    'mails.password_changed_with_keys.subject': 'Your Fifthwheel password was changed',
    'mails.password_changed_with_keys.body':
      'Hello {name},\n\nthe password of your account was changed, and other devices were signed out. ' +
      'API keys revoked with it: {count}. Programs that used them need new ones.\n\n' +
      'If that was not you, reset the password at once and write to us.',
    'mails.password_changed_with_keys.reason':
      'You are receiving this mail because it concerns the security of your account.',
    'mails.account_exported.subject': 'A copy of your data on Fifthwheel was made',
    'mails.account_exported.body':
      'Hello {name},\n\nan administrator of the market has had a copy made of all data of your account, the same that you can make yourself. ' +
      'If you have not asked for it, please write to us.',
    'mails.account_exported.reason': 'You get this e-mail because it is about the data of your account.',
    'mails.api_key.subject': 'A new API key for your Fifthwheel account',
    'mails.api_key.body':
      'Hello {name},\n\nan API key was created for your account: {keyName} ({prefix}), with the scopes {scopes}.\n\n' +
      'If that was not you, revoke the key, reset the password at once and write to us.',
    'mails.api_key.reason': 'You are receiving this mail because it concerns the security of your account.',
  },
  de: {
    'mails.verification.subject': '{code} ist Ihr Bestätigungscode für Fifthwheel',
    'mails.verification.body':
      'Guten Tag {name},\n\nIhr Bestätigungscode lautet {code}. Er ist eine Stunde lang gültig.\n\nSie können Ihre Adresse auch über die Schaltfläche unten bestätigen. Sie funktioniert 24 Stunden lang.',
    'mails.verification.action': 'E-Mail-Adresse bestätigen',
    'mails.verification.reason':
      'Sie erhalten diese E-Mail, weil mit dieser Adresse ein Konto angelegt wurde. Wenn Sie das nicht waren, müssen Sie nichts tun.',
    'mails.email_change.subject': '{code} ist Ihr Fifthwheel-Code für die neue Adresse',
    'mails.email_change.body':
      'Guten Tag {name},\n\nIhr Konto soll diese Adresse bekommen. Der Code dafür lautet {code}.\n\nEr ist eine Stunde lang und für fünf Versuche gültig.',
    'mails.email_change.reason':
      'Sie erhalten diese E-Mail, weil jemand diese Adresse als neue Adresse eines Kontos angegeben hat. Wenn Sie das nicht waren, müssen Sie nichts tun.',
    'mails.email_changed.subject': 'Die Adresse Ihres Fifthwheel-Kontos wurde geändert',
    'mails.email_changed.body':
      'Guten Tag {name},\n\ndie E-Mail-Adresse Ihres Kontos lautet jetzt {newEmail}. Dorthin gehen ab jetzt alle E-Mails, und mit ihr melden Sie sich an.\n\n' +
      'Wenn Sie das nicht waren, schreiben Sie uns bitte sofort.',
    'mails.email_changed.reason': 'Sie erhalten diese E-Mail, weil sie die Sicherheit Ihres Kontos betrifft.',
    'mails.password_reset.subject': 'Ihr Fifthwheel-Passwort zurücksetzen',
    'mails.password_reset.body':
      'Guten Tag {name},\n\nfür Ihr Konto wurde ein neues Passwort angefordert. Der Link ist eine Stunde lang gültig und funktioniert nur einmal.\n\n' +
      'Falls Sie nach dem Reset-Token gefragt werden: {token}',
    'mails.password_reset.action': 'Neues Passwort wählen',
    'mails.password_reset.reason':
      'Wenn Sie das nicht waren, müssen Sie nichts tun: Ihr Passwort bleibt unverändert.',
    'mails.password_changed.subject': 'Ihr Fifthwheel-Passwort wurde geändert',
    'mails.password_changed.body':
      'Guten Tag {name},\n\ndas Passwort Ihres Kontos wurde geändert, und andere Geräte wurden abgemeldet.\n\n' +
      'Wenn Sie das nicht waren, setzen Sie das Passwort bitte sofort zurück und schreiben Sie uns.',
    'mails.password_changed.reason':
      'Sie erhalten diese E-Mail, weil sie die Sicherheit Ihres Kontos betrifft.',
    'mails.password_changed_with_keys.subject': 'Ihr Fifthwheel-Passwort wurde geändert',
    'mails.password_changed_with_keys.body':
      'Guten Tag {name},\n\ndas Passwort Ihres Kontos wurde geändert, und andere Geräte wurden abgemeldet. ' +
      'Dabei widerrufene API-Schlüssel: {count}. Programme, die sie verwenden, benötigen neue.\n\n' +
      'Wenn Sie das nicht waren, setzen Sie das Passwort bitte sofort zurück und schreiben Sie uns.',
    'mails.password_changed_with_keys.reason':
      'Sie erhalten diese E-Mail, weil sie die Sicherheit Ihres Kontos betrifft.',
    'mails.account_exported.subject': 'Von Ihren Daten auf Fifthwheel wurde eine Kopie erstellt',
    'mails.account_exported.body':
      'Guten Tag {name},\n\nein Administrator des Marktes hat eine Kopie aller Daten Ihres Kontos erstellen lassen, dieselbe, die Sie selbst erstellen können. ' +
      'Wenn Sie nicht darum gebeten haben, schreiben Sie uns bitte.',
    'mails.account_exported.reason': 'Sie erhalten diese E-Mail, weil es um die Daten Ihres Kontos geht.',
    'mails.api_key.subject': 'Ein neuer API-Schlüssel für Ihr Fifthwheel-Konto',
    'mails.api_key.body':
      'Guten Tag {name},\n\nfür Ihr Konto wurde ein API-Schlüssel angelegt: {keyName} ({prefix}), mit den Berechtigungen {scopes}.\n\n' +
      'Wenn Sie das nicht waren, widerrufen Sie den Schlüssel, setzen Sie das Passwort bitte sofort zurück und schreiben Sie uns.',
    'mails.api_key.reason': 'Sie erhalten diese E-Mail, weil sie die Sicherheit Ihres Kontos betrifft.',
  },
  ...moreMailTexts,
};

export function verificationMail(
  { email, name, language }: Recipient,
  code: string,
  link: string,
): TemplatedMail {
  const values = { name: unlinked(name), code };
  return {
    to: email,
    language,
    name: 'verification',
    values,
    subjectValues: { code },
    code,
    actionUrl: link,
  };
}

/** To the address that the account is to have. */
export function emailChangeMail(
  { id, email, name, language }: Recipient & { id: string },
  code: string,
): TemplatedMail {
  const values = { name: unlinked(name), code };
  return { to: email, userId: id, language, name: 'email_change', values, subjectValues: { code }, code };
}

/** To the address that the account had. */
export function emailChangedMail(
  { id, email, name, language }: Recipient & { id: string },
  newEmail: string,
): TemplatedMail {
  return { to: email, userId: id, language, name: 'email_changed', values: { name, newEmail } };
}

export function passwordResetMail(
  { email, name, language }: Recipient,
  token: string,
  baseUrl: string,
): TemplatedMail {
  const actionUrl = `${baseUrl}/reset-password?token=${encodeURIComponent(token)}`;
  const values = { name: unlinked(name), token };
  return { to: email, language, name: 'password_reset', values, actionUrl };
}

export function passwordChangedMail(
  { email, name, language }: Recipient,
  { revokedKeys }: { readonly revokedKeys: number },
): TemplatedMail {
  const mail = { to: email, language };
  return revokedKeys === 0
    ? { ...mail, name: 'password_changed', values: { name: unlinked(name) } }
    : {
        ...mail,
        name: 'password_changed_with_keys',
        values: { name: unlinked(name), count: String(revokedKeys) },
      };
}

/** Names the key by its prefix; the value itself is never mailed. */
export function apiKeyMail(
  { email, name, language }: Recipient,
  key: { readonly name: string; readonly prefix: string; readonly scopes: readonly string[] },
): TemplatedMail {
  const values = { name, keyName: key.name, prefix: key.prefix, scopes: key.scopes.join(', ') };
  return { to: email, language, name: 'api_key', values };
}

export function accountExportedMail({ email, name, language }: Recipient): TemplatedMail {
  return { to: email, language, name: 'account_exported', values: { name } };
}
