import { DAY_MS, addMs, dayOf } from '../../platform/clock.ts';

/** RFC 9116 recommends less than a year. */
const GOOD_FOR_DAYS = 180;

/**
 * `/.well-known/security.txt`: where to report a vulnerability. Without a configured contact, the role mailbox of
 * RFC 2142.
 */
export function securityText({
  contact,
  baseUrl,
  now,
}: {
  contact: string;
  baseUrl: string;
  now: Date;
}): string {
  const expires = dayOf(addMs(now, GOOD_FOR_DAYS * DAY_MS));
  return [
    `Contact: ${contact === '' ? `mailto:security@${new URL(baseUrl).hostname}` : contact}`,
    `Expires: ${expires}T00:00:00Z`,
    'Preferred-Languages: en, de',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}
