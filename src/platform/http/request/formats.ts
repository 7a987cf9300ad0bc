import { domainToASCII } from 'node:url';
import type { Format } from 'ajv';
import { COUNTRY_CODES } from '../../countries.ts';
import { passwordProblem } from '../../crypto/password-rule.ts';
import { toE164 } from '../../text/phone.ts';

const EMAIL_MAX = 254;
const LOCAL_MAX = 64;
const LOCAL = /^[^\s@"<>()[\]\\,;:.\u0000-\u001f]+(?:\.[^\s@"<>()[\]\\,;:.\u0000-\u001f]+)*$/;
const DOMAIN_CHARACTERS = /^[\p{L}\p{M}\p{N}.-]+$/u;
const DOMAIN =
  /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/;

/** Domains may use any script: their ASCII form in the DNS is checked. */
export function isEmail(text: string): boolean {
  if (text.length > EMAIL_MAX) return false;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, Math.max(at, 0));
  const domain = text.slice(at + 1);
  return (
    local.length <= LOCAL_MAX &&
    LOCAL.test(local) &&
    DOMAIN_CHARACTERS.test(domain) &&
    DOMAIN.test(domainToASCII(domain))
  );
}

/** A day that the calendar has: 2023-02-29 is none. PostgreSQL has no year 0. */
export function isDate(text: string): boolean {
  const match = /^(?!0000)(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Words in lower case, joined by hyphens. */
export const SLUG_PATTERN = '^[a-z0-9]+(?:-[a-z0-9]+)*$';
/** ISO 639-1. */
export const LANGUAGE_PATTERN = '^[a-z]{2}$';

/** A month since 1900. */
export const YEAR_MONTH = /^(?:19|20)[0-9]{2}-(?:0[1-9]|1[0-2])$/;

function isTimestamp(text: string): boolean {
  const match = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.exec(text);
  return match?.[1] !== undefined && isDate(match[1]) && !Number.isNaN(Date.parse(text));
}

function isHttpUrl(text: string): boolean {
  if (text.length > 2048 || !/^https?:\/\/\S+$/i.test(text)) return false;
  return URL.canParse(text);
}

const NAME_MIN = 2;
const NAME_MAX = 100;

/** The name of a person or company; surrounding spaces do not count. */
function isName(text: string): boolean {
  const { length } = Array.from(text.slice(0, 4 * NAME_MAX).trim());
  return (
    text.length <= 4 * NAME_MAX && length >= NAME_MIN && length <= NAME_MAX && !/\p{Cc}/u.test(text.trim())
  );
}

/** Text that PostgreSQL can store: no NUL and no lone surrogate. */
export function isStorableText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed();
}

/** Control characters other than line feed and tab, and unpaired surrogates: PostgreSQL rejects or garbles them. */
const UNPRINTABLE = /[^\P{Cc}\n\t]|\p{Cs}/u;
/** A fast first test: most texts contain nothing else. */
const PLAIN = /^[\n\t\x20-\x7e\u00a0-\u02ff\u0370-\u05ff]*$/;

export function isPrintable(text: string): boolean {
  return PLAIN.test(text) || !UNPRINTABLE.test(text);
}

/** The formats that schemas may name. All of them take time linear in their input. */
export const FORMATS: Readonly<Record<string, Format>> = {
  email: isEmail,
  phone: (text: string) => toE164(text) !== null,
  country: (text: string) => COUNTRY_CODES.has(text),
  currency: /^[A-Z]{3}$/,
  language: /^[a-z]{2}(-[A-Z]{2})?$/,
  date: isDate,
  'date-time': isTimestamp,
  'year-month': YEAR_MONTH,
  'http-url': isHttpUrl,
  name: isName,
  password: (text: string) => passwordProblem(text) === null,
  text: isStorableText,
};
