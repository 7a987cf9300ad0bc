/** An email and not a notification, because notifications do not reach suspended accounts. */
import type { TemplatedMail } from '../../../platform/mail/templated-mail.ts';

export function accountReinstatedMail(reader: {
  readonly email: string;
  readonly name: string;
  readonly language: string;
}): TemplatedMail {
  const { email, name, language } = reader;
  return { to: email, language, name: 'account_reinstated', values: { name } };
}
