import { bodyPath, fields, importColumns, type FieldRow } from '../../listings/index.ts';
import { FURTHER_COLUMNS, OWN_COLUMNS } from '../presets/own.ts';
import { markedText } from '../values/marks.ts';

/** Listing data that the export needs. */
export interface ExportedListing {
  readonly listingId: string;
  readonly status: string;
  readonly imageUrls: readonly string[];
  /** Values by field name; compounds are not nested. */
  readonly values: Readonly<Record<string, unknown>>;
}

export const EXPORT_COLUMNS: readonly string[] = [...OWN_COLUMNS, ...FURTHER_COLUMNS, 'listing_id'];

/**
 * Reads the value of a column: `location.city` is a separate field of the record, `contact.name` a member of the
 * field `contact`.
 */
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

/** All other states: off the market until the seller or a moderator brings the listing back. */
const STATUS_CELLS: Readonly<Record<string, string>> = {
  ACTIVE: 'active',
  PENDING_REVIEW: 'active',
  PAUSED: 'paused',
  SOLD: 'sold',
};

/** Returns the cell texts by column, without the empty ones. */
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
