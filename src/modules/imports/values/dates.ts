/** Months and days as they occur in feeds: 2019-06, 2019-06-14, 06.2019, 6/2019, 14.06.2019, 062019, 201906. */

/** YYYY-MM; null: not a month. */
export function readMonth(written: string): string | null {
  const text = written.trim();
  const [, year, month] =
    /^(\d{4})[-/.](\d{1,2})(?:[-/.]\d{1,2})?(?:[T ].*)?$/.exec(text) ??
    yearLast(text) ??
    sixDigits(text) ??
    [];
  return year === undefined || month === undefined ? null : valid(year, month);
}

/** YYYY-MM-DD; null: not a day. */
export function readDay(written: string): string | null {
  const text = written.trim();
  const [, year, month, day] =
    /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(text) ?? dayFirst(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return null;
  const start = valid(year, month);
  return start === null || Number(day) < 1 || Number(day) > 31 ? null : `${start}-${day.padStart(2, '0')}`;
}

function yearLast(text: string): readonly string[] | null {
  const match = /^(?:\d{1,2}[-/.])?(\d{1,2})[-/.](\d{4})$/.exec(text);
  return match === null ? null : ['', match[2] ?? '', match[1] ?? ''];
}

function dayFirst(text: string): readonly string[] | null {
  const match = /^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})$/.exec(text);
  return match === null ? null : ['', match[3] ?? '', match[2] ?? '', match[1] ?? ''];
}

/** Where both readings give a year and a month, only this tells them apart: no vehicle is from the year 1206. */
function sixDigits(text: string): readonly string[] | null {
  if (!/^\d{6}$/.test(text)) return null;
  const yearFirst = Number(text.slice(0, 4));
  return yearFirst >= 1900 && yearFirst <= 2100
    ? ['', text.slice(0, 4), text.slice(4)]
    : ['', text.slice(2), text.slice(0, 2)];
}

function valid(year: string, month: string): string | null {
  const number = Number(month);
  if (number < 1 || number > 12 || Number(year) < 1900 || Number(year) > 2100) return null;
  return `${year}-${month.padStart(2, '0')}`;
}
