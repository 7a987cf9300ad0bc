/**
 * Reads numbers as people and spreadsheets write them: 45900, 45.900,00, 45,900.00, 45 900, 45'900,-, € 45.900,
 * 420.000 km. A single separator before exactly three digits groups thousands in amounts and counts, which never have
 * three decimals, and is a decimal point in measurements (53.551).
 */
export type NumberKind = 'amount' | 'count' | 'measure';

const AROUND =
  /^(?:€|\$|£|eur|usd|gbp|chf|pln|czk|sek|nok|dkk)\s*|(?:\s*(?:€|\$|£|eur|usd|gbp|chf|pln|czk|sek|nok|dkk|km|kg|mm|cm|m3|m³|kw|ps|hp|h|l|t|ccm|cm³|%))$/gi;
const PLAIN = /^[+-]?\d+(?:\.\d+)?$/;
/** The same in every country. */
const UNMISTAKABLE = /^\d{1,15}(?:\.\d{1,2})?$/;
const SHAPE = /^[+-]?\d[\d.,]*$/;
const LENGTH_MAX = 40;

/** Returns null if the text is not a number. */
export function readNumber(written: string, kind: NumberKind): number | null {
  if (written.length > LENGTH_MAX) return null;
  if (UNMISTAKABLE.test(written)) return Number(written);
  const text = written
    .trim()
    .replaceAll(AROUND, '')
    .replace(/[,.][-–—]{1,2}$/, '')
    // Between digits, spaces and apostrophes only group.
    .replaceAll(/(?<=\d)[\s'’\u00a0\u202f](?=\d{3}(?!\d))/g, '');
  if (!SHAPE.test(text)) return null;
  const normal = withPoint(text, kind);
  if (normal === null || !PLAIN.test(normal)) return null;
  return Number(normal);
}

/** Other units, and their factor to the unit of the field. */
const FACTORS: Readonly<Record<string, readonly (readonly [unit: RegExp, factor: number])[]>> = {
  kg: [[/(?<=[\d\s])(?:t|to|ton|tons|tonnen?|tonnes)\.?$/i, 1000]],
  mm: [
    [/(?<=[\d\s])cm$/i, 10],
    [/(?<=[\d\s])(?:m|mtr|meter)\.?$/i, 1000],
  ],
  kW: [[/(?<=[\d\s])(?:ps|hp|cv|ch|km|pk)$/i, 0.735_498_75]],
  km: [[/(?<=[\d\s])(?:mi|miles)\.?$/i, 1.609_344]],
};

/** Reads a number in the unit of its field, converting other units: "18,0 t" is 18,000 kg. */
export function readQuantity(written: string, kind: NumberKind, unit: string | undefined): number | null {
  const text = written.trim();
  for (const [name, factor] of FACTORS[unit ?? ''] ?? []) {
    if (!name.test(text)) continue;
    const number = readNumber(text.replace(name, '').trim(), factor > 10 ? 'measure' : kind);
    return number === null ? null : Math.round(number * factor);
  }
  return readNumber(written, kind);
}

/** Normalizes the text to a decimal point without grouping; null if the separators are inconsistent. */
function withPoint(text: string, kind: NumberKind): string | null {
  const points = text.split('.').length - 1;
  const commas = text.split(',').length - 1;
  if (points === 0 && commas === 0) return text;
  if (points > 0 && commas > 0) {
    const decimal = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',';
    return text.split(decimal).length === 2 ? ungrouped(text, decimal) : null;
  }
  const separator = points > 0 ? '.' : ',';
  if (points + commas > 1) return isGrouped(text, separator) ? text.replaceAll(separator, '') : null;
  const decimals = text.length - text.indexOf(separator) - 1;
  if (decimals === 0) return null;
  if (kind !== 'measure' && isGrouped(text, separator)) return text.replace(separator, '');
  return text.replace(separator, '.');
}

function ungrouped(text: string, decimal: string): string | null {
  const [whole = '', fraction = ''] = text.split(decimal);
  const group = decimal === '.' ? ',' : '.';
  return isGrouped(whole, group) && /^\d+$/.test(fraction)
    ? `${whole.replaceAll(group, '')}.${fraction}`
    : null;
}

/** Whether the separator groups: one to three digits, then groups of three; 0.900 is not grouped. */
function isGrouped(text: string, separator: string): boolean {
  const [first = '', ...groups] = text.replace(/^[+-]/, '').split(separator);
  return /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
}
