/**
 * Reads months and days as they occur in feeds: 2019-06, 2019-06-14, 06.2019, 6/2019, 06/19, 14.06.2019, 01.06.19,
 * 062019, 201906, and with names as spreadsheets show them: Jun-19, 1. Juni 2019, juin-19, cze.19. A time after a
 * date is ignored.
 */

/**
 * Order of day and month in a column with dates like 6/7/2019. `mixed`: some of its dates are only valid day-first
 * and others only month-first, so ambiguous ones cannot be read.
 */
export type DateOrder = 'day-first' | 'month-first' | 'mixed';

interface WrittenDate {
  readonly year: string;
  readonly month: string | number;
  readonly day?: string | undefined;
}

/** YYYY-MM; null: not a month. */
export function readMonth(written: string, order: DateOrder = 'day-first'): string | null {
  const text = withoutTime(written);
  const date = dateIn(text, order) ?? monthIn(text);
  return date === null ? null : (valid(date)?.slice(0, 7) ?? null);
}

/** YYYY-MM-DD; null: not a day. */
export function readDay(written: string, order: DateOrder = 'day-first'): string | null {
  const date = dateIn(withoutTime(written), order);
  return date === null ? null : valid(date);
}

const NUMERIC = /^(\d{1,2})([-/.])\s?(\d{1,2})\2\s?(\d{4}|\d{2})$/;

/** Returns the order that a date proves for its column; null: ambiguous, or not a date. */
export function provenOrder(written: string): DateOrder | null {
  const [, first, separator, second] = NUMERIC.exec(withoutTime(written)) ?? [];
  if (separator === '.' || first === undefined || second === undefined) return null;
  if (isMonth(first) === isMonth(second)) return null;
  return isMonth(first) ? 'month-first' : 'day-first';
}

/** Whether the text is a date if its column does not mix both orders. */
export function isAmbiguous(written: string): boolean {
  return readDay(written, 'mixed') === null && readDay(written) !== null;
}

function withoutTime(written: string): string {
  return written
    .trim()
    .replace(/[T ]\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:Z|[AP]M|[+-]\d{2}:?\d{2})?$/i, '');
}

function dateIn(text: string, order: DateOrder): WrittenDate | null {
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(text) ?? [];
  if (year !== undefined && month !== undefined) return { year, month, day };
  const named = namedDate(text);
  return numericDate(text, order) ?? (named?.day === undefined ? null : named);
}

function numericDate(text: string, order: DateOrder): WrittenDate | null {
  const [, first, separator, second, year] = NUMERIC.exec(text) ?? [];
  if (first === undefined || second === undefined || year === undefined) return null;
  // Dots are never month-first.
  const isMonthFirst =
    separator !== '.' && (order === 'month-first' || (order === 'mixed' && !isMonth(second)));
  const isOpen = order === 'mixed' && separator !== '.' && isMonth(first) && isMonth(second);
  if (isOpen && Number(first) !== Number(second)) return null;
  return isMonthFirst ? { year, month: first, day: second } : { year, month: second, day: first };
}

function isMonth(text: string): boolean {
  return Number(text) >= 1 && Number(text) <= 12;
}

function namedDate(text: string): WrittenDate | null {
  const [, day, name, dayBehind, year] =
    /^(?:(\d{1,2})[.\-/\s]\s?)?(\p{L}{3,})[.\-/\s'’]{0,2}(?:(\d{1,2}),?\s)?(\d{4}|\d{2})$/u.exec(text) ?? [];
  const month = name === undefined ? null : namedMonth(name);
  if (month === null || year === undefined) return null;
  return { year, month, day: day ?? dayBehind };
}

function monthIn(text: string): WrittenDate | null {
  const [, year, month] = /^(\d{4})[-/.](\d{1,2})$/.exec(text) ?? sixDigits(text) ?? yearLast(text) ?? [];
  if (year !== undefined && month !== undefined) return { year, month, day: '1' };
  const named = namedDate(text) ?? yearBeforeName(text);
  return named === null ? null : { ...named, day: named.day ?? '1' };
}

function yearLast(text: string): readonly string[] | null {
  const match = /^(\d{1,2})[-/.](\d{4}|\d{2})$/.exec(text);
  return match === null ? null : ['', match[2] ?? '', match[1] ?? ''];
}

function yearBeforeName(text: string): WrittenDate | null {
  const [, year, name = ''] = /^(\d{4})[.\-/\s](\p{L}{3,})\.?$/u.exec(text) ?? [];
  const month = namedMonth(name);
  return year === undefined || month === null ? null : { year, month };
}

/** Both readings give a year and a month, but no vehicle is from the year 1206. */
function sixDigits(text: string): readonly string[] | null {
  if (!/^\d{6}$/.test(text)) return null;
  const yearFirst = Number(text.slice(0, 4));
  return yearFirst >= 1900 && yearFirst <= 2100
    ? ['', text.slice(0, 4), text.slice(4)]
    : ['', text.slice(2), text.slice(0, 2)];
}

/**
 * Month names in English, German, French, Dutch, Polish (including the genitive), Czech, Italian and Spanish, without
 * accents.
 */
// prettier-ignore
const MONTHS: readonly string[] = [
  'january januar janner janvier januari styczen stycznia leden gennaio enero',
  'february februar fevrier februari luty lutego unor febbraio febrero',
  'march marz mrz mars maart mrt marzec marca brezen marzo',
  'april avril kwiecien kwietnia duben aprile abril',
  'may mai mei maj maja kveten maggio mayo',
  'june juni juin czerwiec czerwca cerven giugno junio',
  'july juli juillet lipiec lipca cervenec luglio julio',
  'august aout augustus sierpien sierpnia srpen agosto',
  'september septembre wrzesien wrzesnia zari settembre septiembre',
  'october oktober octobre pazdziernik pazdziernika rijen ottobre octubre',
  'november novembre listopad listopada noviembre',
  'december dezember decembre grudzien grudnia prosinec dicembre diciembre',
];
const WORDS = MONTHS.map((words) => words.split(' '));

/** Returns the month of a name, or of an unambiguous prefix. */
function namedMonth(name: string): number | null {
  const word = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const exact = WORDS.findIndex((words) => words.includes(word));
  if (exact !== -1) return exact + 1;
  const possible = WORDS.flatMap((words, index) =>
    words.some((each) => each.startsWith(word)) ? index + 1 : [],
  );
  return word.length >= 3 && possible.length === 1 ? (possible[0] ?? null) : null;
}

/** Two-digit years below it are in this century. */
const CENTURY_PIVOT = 70;

/** Returns YYYY-MM-DD if the date exists. */
function valid({ year: written, month: name, day = '' }: WrittenDate): string | null {
  const short = Number(written);
  const year = written.length === 4 ? short : short + (short < CENTURY_PIVOT ? 2000 : 1900);
  const month = Number(name);
  if (month < 1 || month > 12 || year < 1900 || year > 2100) return null;
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (!/^\d{1,2}$/.test(day) || Number(day) < 1 || Number(day) > daysInMonth) return null;
  return `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}
