/** Emails to people who have reported content without an account. They contain nothing that these people have written. */
import type { TemplatedMail } from '../../platform/mail/templated-mail.ts';
import type { DecisionKind } from '../decisions/index.ts';

interface GuestMail {
  readonly to: string;
  readonly language: string;
  readonly reportId: string;
}

export function guestReportReceivedMail({
  to,
  language,
  reportId,
  subject,
}: GuestMail & { readonly subject: string }): TemplatedMail {
  return { to, language, name: 'report_received', values: { number: reportId, subject } };
}

export function guestReportDecidedMail(
  { to, language, reportId }: GuestMail,
  status: 'resolved' | 'dismissed',
  measures: string,
): TemplatedMail {
  const values = status === 'resolved' ? { number: reportId, measures } : { number: reportId };
  return { to, language, name: `report_${status}`, values };
}

export function measureKey(kind: DecisionKind): string {
  return `mails.report_resolved.measure.${kind.replace('.', '_')}`;
}
