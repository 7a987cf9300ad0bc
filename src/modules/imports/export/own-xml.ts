/** Our own XML format. Elements have the names of the API's fields, members of compounds those of their columns. */
import { importColumns } from '../../listings/index.ts';

/** Field names of columns that abbreviate them. */
const FIELD_OF_COLUMN: ReadonlyMap<string, string> = new Map(
  importColumns.filter(({ path }) => !path.includes('.')).map(({ column, path }) => [column, path]),
);
const PRICE_ATTRIBUTES = [
  ['amount', 'price'],
  ['currency', 'currency'],
  ['type', 'price_type'],
  ['vatDeductible', 'vat_deductible'],
  ['vatRate', 'vat_rate'],
  ['vatScheme', 'vat_scheme'],
] as const;
const LOCATION_ATTRIBUTES = [
  ['country', 'country'],
  ['region', 'region'],
  ['city', 'city'],
  ['postalCode', 'postal_code'],
  ['lat', 'lat'],
  ['lng', 'lng'],
] as const;

export function xmlDocumentStart(): string {
  return '<?xml version="1.0" encoding="UTF-8"?>\n<listings mode="upsert" version="1">\n';
}

export function xmlDocumentEnd(): string {
  return '</listings>\n';
}

export function xmlListing(cells: ReadonlyMap<string, string>): string {
  const rest = new Map(cells);
  const take = (column: string): string | undefined => {
    const text = rest.get(column);
    rest.delete(column);
    return text;
  };
  const attributes = (pairs: readonly (readonly [string, string])[]): string =>
    pairs
      .flatMap(([name, column]) => {
        const text = take(column);
        return text === undefined ? [] : [` ${name}="${escaped(text)}"`];
      })
      .join('');
  const start = `  <listing${attributes([['externalId', 'external_id']])}>\n`;
  const price = attributes(PRICE_ATTRIBUTES);
  const location = attributes(LOCATION_ATTRIBUTES);
  const features = list('features', 'feature', take('features'), (text) => `>${escaped(text)}</feature>`);
  const images = list('images', 'image', take('image_urls'), (text) => ` url="${escaped(text)}"/>`);
  const plain = [...rest].map(([column, text]) => {
    const name = FIELD_OF_COLUMN.get(column) ?? camel(column);
    return `    <${name}>${escaped(text)}</${name}>\n`;
  });
  return [
    start,
    ...plain,
    price === '' ? '' : `    <price${price}/>\n`,
    location === '' ? '' : `    <location${location}/>\n`,
    features,
    images,
    '  </listing>\n',
  ].join('');
}

function list(name: string, item: string, text: string | undefined, rest: (part: string) => string): string {
  if (text === undefined || text === '') return '';
  const items = text.split('|').map((part) => `      <${item}${rest(part)}\n`);
  return `    <${name}>\n${items.join('')}    </${name}>\n`;
}

function camel(column: string): string {
  return column.replaceAll(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}

/**
 * Escapes line breaks, which would be read as spaces in attributes. Control characters, which XML cannot contain, are
 * never stored.
 */
function escaped(text: string): string {
  if (!/[&<>"\n\t]/.test(text)) return text;
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;')
    .replaceAll('\t', '&#9;');
}
