import { bodyPath, fields, importColumns, type FieldRow } from '../../listings/index.ts';
import { FURTHER_COLUMNS, OWN_COLUMNS } from '../presets/own.ts';
import { markedText } from '../values/marks.ts';

/** A listing as the export reads it: the fields of the record and a few more. */
export interface ExportedListing {
  readonly listingId: string;
  readonly status: string;
  readonly imageUrls: readonly string[];
  /** By field name, flat. */
  readonly values: Readonly<Record<string, unknown>>;
}

export const EXPORT_COLUMNS: readonly string[] = [...OWN_COLUMNS, ...FURTHER_COLUMNS, 'listing_id'];

/** Value of a column: `location.city` is a field of its own in the record, `contact.name` a member of one. */
type ReadColumn = (values: ExportedListing['values']) => unknown;

const readers = new Map<string, ReadColumn>(
  importColumns
    .filter(({ column }) => column !== 'power_hp')
    .map(({ column, path }) => [column, readerOf(path)] as const),
);
for (const field of fields) {
  const column = furtherColumn(field);
  if (FURTHER_COLUMNS.includes(column)) readers.set(column, (values) => values[field.name]);
}

function readerOf(path: string): ReadColumn {
  const [name = path, member] = path.split('.');
  if (member === undefined) return (values) => values[name];
  if (name === 'location') return (values) => values[member];
  return (values) => {
    const value = values[name];
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[member] : null;
  };
}

function furtherColumn(field: FieldRow): string {
  return bodyPath(field).replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** States in which a listing is off the market and only its seller or a moderator can bring it back. */
const STATUS_CELLS: Readonly<Record<string, string>> = {
  ACTIVE: 'active',
  PENDING_REVIEW: 'active',
  PAUSED: 'paused',
  SOLD: 'sold',
};

/** Texts of a listing by column; empty ones are left out. */
export function ownCellsOf(listing: ExportedListing): Map<string, string> {
  const cells = new Map<string, string>();
  for (const column of EXPORT_COLUMNS) {
    const text = textOf(column, listing);
    if (text !== '') cells.set(column, text);
  }
  return cells;
}

function textOf(column: string, listing: ExportedListing): string {
  if (column === 'status') return STATUS_CELLS[listing.status] ?? 'draft';
  if (column === 'listing_id') return hasKey(listing) ? '' : listing.listingId;
  if (column === 'image_urls') return listing.imageUrls.map((url) => url.replaceAll('|', '%7C')).join('|');
  const value = readers.get(column)?.(listing.values);
  if (value === null || value === undefined) return '';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value.join('|');
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'string' ? markedText(value) : String(value as number | boolean);
}

function hasKey({ values }: ExportedListing): boolean {
  return typeof values['externalId'] === 'string' || typeof values['vin'] === 'string';
}
