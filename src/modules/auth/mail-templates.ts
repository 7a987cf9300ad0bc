/** Emails of sign-up and sign-in. Links start with the configured base URL, whatever host a request names. */
import type { TemplatedMail } from '../../platform/mail/templated-mail.ts';
import { withoutLinks } from '../../platform/mail/without-links.ts';

interface Recipient {
  readonly email: string;
  readonly name: string;
  readonly language: string;
}

export function verificationMail(
  { email, name, language }: Recipient,
  code: string,
  link: string,
): TemplatedMail {
  const values = { name: withoutLinks(name), code };
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

/** Sent to the new address. */
export function emailChangeMail(
  { id, email, name, language }: Recipient & { id: string },
  code: string,
): TemplatedMail {
  const values = { name: withoutLinks(name), code };
  return { to: email, userId: id, language, name: 'email_change', values, subjectValues: { code }, code };
}

/** Sent to the previous address. */
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
  const values = { name: withoutLinks(name), token };
  return { to: email, language, name: 'password_reset', values, actionUrl };
}

export function passwordChangedMail(
  { email, name, language }: Recipient,
  { revokedKeys }: { readonly revokedKeys: number },
): TemplatedMail {
  const mail = { to: email, language };
  return revokedKeys === 0
    ? { ...mail, name: 'password_changed', values: { name: withoutLinks(name) } }
    : {
        ...mail,
        name: 'password_changed_with_keys',
        values: { name: withoutLinks(name), count: String(revokedKeys) },
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
