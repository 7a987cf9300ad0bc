/**
 * Emails about the suspension and verification of sellers. They are not notifications, because those do not reach
 * suspended accounts and can be switched off.
 */
import type { TemplatedMail } from '../../platform/mail/templated-mail.ts';

interface Reader {
  readonly email: string;
  readonly name: string;
  readonly language: string;
}

export function sellerSuspendedMail(
  { email, name, language }: Reader,
  company: string,
  reason: string,
): TemplatedMail {
  return { to: email, language, name: 'seller_suspended', values: { name, company, reason } };
}

export function documentsRefusedMail(
  { email, name, language }: Reader,
  company: string,
  reason: string,
  baseUrl: string,
): TemplatedMail {
  const actionUrl = `${baseUrl}/account/documents`;
  return { to: email, language, name: 'documents_refused', values: { name, company, reason }, actionUrl };
}

export function sellerReinstatedMail({ email, name, language }: Reader, company: string): TemplatedMail {
  return { to: email, language, name: 'seller_reinstated', values: { name, company } };
}

export function traderPartKey(part: string): string {
  return `mails.trader_asked.missing.${part}`;
}

export function traderRequestMail(
  { email, name, language }: Reader,
  { company, missing }: { readonly company: string; readonly missing: string },
  baseUrl: string,
): TemplatedMail {
  return {
    to: email,
    language,
    name: 'trader_asked',
    values: { name, company, missing },
    subjectValues: { label: company },
    actionUrl: `${baseUrl}/dealer/company`,
  };
}
