import { COUNTRY_CODES } from '../../countries.ts';
import type { Json } from './json.ts';

/** Any text that can be stored: without NUL. */
export const STORABLE = '^[^\\x00]*$';
/** The same with a character that is no space. */
const NOT_BLANK = '^[^\\x00]*[^\\s\\x00][^\\x00]*$';

/** What generic tools cannot know of the formats in formats.ts, in keywords that they do. */
const SENT: Readonly<Record<string, Json>> = {
  email: { format: 'email', maxLength: 254 },
  phone: { pattern: '^\\+[1-9][0-9]{6,14}$', maxLength: 32 },
  currency: { pattern: '^[A-Z]{3}$' },
  language: { pattern: '^[a-z]{2}(-[A-Z]{2})?$' },
  // With a form of its own: tools do not look at formats in every place.
  date: { format: 'date', pattern: '^[1-9][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' },
  'date-time': { format: 'date-time' },
  'year-month': { pattern: '^(19|20)[0-9]{2}-(0[1-9]|1[0-2])$' },
  'http-url': { format: 'uri', pattern: '^https?://[^\\s\\x00-\\x20]+$', maxLength: 2048 },
  name: {
    minLength: 2,
    maxLength: 100,
    pattern: '^[^\\s\\x00-\\x1F\\x7F-\\x9F][^\\x00-\\x1F\\x7F-\\x9F]*[^\\s\\x00-\\x1F\\x7F-\\x9F]$',
  },
  password: {
    format: 'password',
    minLength: 8,
    maxLength: 256,
    pattern: '^[^\\x00]*([A-Z][^\\x00]*[0-9]|[0-9][^\\x00]*[A-Z])[^\\x00]*$',
  },
  text: { pattern: STORABLE },
};

const KNOWN_EVERYWHERE = new Set(['email', 'date', 'date-time', 'binary', 'uri']);

/** A text as answers have it. */
export function answeredText({ format, ...rest }: Json): Json {
  return typeof format === 'string' && KNOWN_EVERYWHERE.has(format) ? { ...rest, format } : rest;
}

/** A text as requests may have it. */
export function sentText({ format, ...rest }: Json): Json {
  const own = typeof format === 'string' ? (SENT[format] ?? {}) : {};
  const pattern = rest['pattern'] === '\\S' ? NOT_BLANK : (rest['pattern'] ?? own['pattern']);
  const isFree = pattern === undefined && own['format'] === undefined && rest['enum'] === undefined;
  const maxLength = rest['maxLength'] ?? own['maxLength'];
  return {
    ...own,
    ...rest,
    ...(maxLength === undefined ? {} : { maxLength }),
    ...(isFree ? { pattern: STORABLE } : pattern === undefined ? {} : { pattern }),
  };
}

export const COUNTRY_CODE: Json = {
  type: 'string',
  description: 'ISO 3166-1 alpha-2.',
  enum: [...COUNTRY_CODES].toSorted(),
};
