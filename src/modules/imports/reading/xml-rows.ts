import { FileProblem } from '../problems.ts';
import { columnName, type RawRow, shownText } from './raw-row.ts';
import { XmlReader, type XmlElement } from './xml-reader.ts';
import { entryOf } from '@fifthwheel/text/entry-of';
import { t } from '../../../platform/errors/sentence.ts';

/** Yields the vehicles of an XML file in groups. */
export async function* readXmlRows(
  texts: AsyncIterable<string>,
  cellsOf: (element: XmlElement) => ReadonlyMap<string, string>,
): AsyncGenerator<readonly RawRow[]> {
  const reader = new XmlReader();
  let number = 0;
  const toRows = (elements: readonly XmlElement[]): RawRow[] =>
    elements
      .filter((element) => !isBlank(element))
      .map((element) => ({ number: ++number, cells: shownCells(cellsOf(element)), fault: null }));
  for await (const text of texts) {
    const rows = toRows(reader.push(text));
    if (rows.length > 0) yield rows;
  }
  const rest = toRows(reader.end());
  if (reader.root === null) throw new FileProblem('MALFORMED_XML', t('The XML has no elements.'));
  if (rest.length > 0) yield rest;
}

function isBlank({ attributes, children, text }: XmlElement): boolean {
  return (
    text.trim() === '' &&
    Object.values(attributes).every((value) => value.trim() === '') &&
    children.every(isBlank)
  );
}

function shownCells(cells: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...cells].map(([column, text]) => [column, shownText(text)]));
}

/** Elements that only group others. */
const GROUPS = new Set(['technical', 'commercial', 'location', 'private', 'core']);
const LISTS: Readonly<Record<string, { readonly item: string; readonly column: string }>> = {
  features: { item: 'feature', column: 'features' },
  images: { item: 'image', column: 'image_urls' },
};
const PRICE_COLUMNS: Readonly<Record<string, string>> = { amount: 'price', type: 'price_type' };

/**
 * Reads `<listing externalId="…">` of the Fifthwheel format, whose elements and attributes are named like the fields
 * of the API.
 */
export function ownCells(listing: XmlElement): ReadonlyMap<string, string> {
  const cells = new Map<string, string>();
  addAttributes(cells, listing, '');
  for (const child of listing.children) addElement(cells, child, '');
  return cells;
}

function addElement(cells: Map<string, string>, element: XmlElement, prefix: string): void {
  const list = entryOf(LISTS, element.name);
  if (list !== undefined) cells.set(list.column, listText(element, list.item));
  else if (element.name === 'price') addPrice(cells, element);
  else if (GROUPS.has(element.name)) addMembers(cells, element, prefix);
  else if (element.children.length > 0 || Object.keys(element.attributes).length > 0)
    addMembers(cells, element, `${prefix}${snake(element.name)}_`);
  else cells.set(`${prefix}${snake(element.name)}`, element.text);
}

function addMembers(cells: Map<string, string>, element: XmlElement, prefix: string): void {
  addAttributes(cells, element, prefix);
  for (const child of element.children) addElement(cells, child, prefix);
}

function addAttributes(cells: Map<string, string>, element: XmlElement, prefix: string): void {
  for (const [name, value] of Object.entries(element.attributes)) cells.set(`${prefix}${snake(name)}`, value);
}

function addPrice(cells: Map<string, string>, element: XmlElement): void {
  if (element.text.trim() !== '') cells.set('price', element.text);
  for (const [name, value] of Object.entries(element.attributes))
    cells.set(entryOf(PRICE_COLUMNS, name) ?? snake(name), value);
}

function listText(element: XmlElement, item: string): string {
  if (element.children.length === 0) return element.text;
  return element.children
    .filter((child) => child.name === item)
    .map((child, index) => ({
      text: (child.attributes['url'] ?? child.text).trim(),
      position: Number(child.attributes['position'] ?? index + 1),
    }))
    .toSorted((a, b) => a.position - b.position)
    .map(({ text }) => text)
    .join('|');
}

function snake(name: string): string {
  return columnName(name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2'));
}

/** Reads `<truck>` and `<trailer>` of TruckRadar, which are flat except for their images. */
export function truckradarCells(vehicle: XmlElement): ReadonlyMap<string, string> {
  const cells = new Map<string, string>([['vehicle_type', vehicle.name]]);
  for (const child of vehicle.children) {
    const items = child.children.map((item) => (item.attributes['url'] ?? item.text).trim());
    cells.set(columnName(child.name), items.length > 0 ? items.join('|') : child.text);
  }
  return cells;
}
