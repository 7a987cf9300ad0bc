import type { TemplatedMail } from '../../platform/mail/templated-mail.ts';
import { withoutLinks } from '../../platform/mail/without-links.ts';

export interface Invitation {
  readonly to: string;
  readonly language: string;
  readonly companyName: string;
  readonly inviter: string;
  readonly url: string;
  readonly about: readonly string[];
}

export function invitationMail({
  to,
  language,
  companyName,
  inviter,
  url,
  about,
}: Invitation): TemplatedMail {
  const values = { company: withoutLinks(companyName), inviter: withoutLinks(inviter) };
  return { to, language, name: 'team_invitation', values, actionUrl: url, about };
}
