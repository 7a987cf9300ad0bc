import { Readable } from 'node:stream';
import type { Database } from '../../../platform/db/database.ts';
import { csvLine } from '../../../text/csv-reader.ts';
import type { Taxonomy } from '../../taxonomy/index.ts';
import { fields } from '../../listings/index.ts';
import { EXPORT_COLUMNS, type ExportedListing, ownCellsOf } from './own-cells.ts';
import { xmlDocumentEnd, xmlDocumentStart, xmlListing } from './own-xml.ts';
import '../../listings/tables.ts';
import '../../media/tables.ts';

const CHUNK_ROWS = 500;

/** All listings of a seller in our own format, streamed in constant memory whatever the size of the stock. */
export class StockExport {
  readonly #db: Database;
  readonly #taxonomy: Taxonomy;

  constructor(parts: { db: Database; taxonomy: Taxonomy }) {
    this.#db = parts.db;
    this.#taxonomy = parts.taxonomy;
  }

  csv(sellerId: string): Readable {
    return Readable.from(this.#csvPieces(sellerId), { objectMode: false });
  }

  xml(sellerId: string): Readable {
    return Readable.from(this.#xmlPieces(sellerId), { objectMode: false });
  }

  async *#csvPieces(sellerId: string): AsyncGenerator<string> {
    // The byte order mark tells spreadsheets that it is UTF-8.
    yield `\ufeff${csvLine(EXPORT_COLUMNS)}`;
    for await (const listings of this.#listings(sellerId)) {
      yield listings
        .map((listing) => {
          const cells = ownCellsOf(listing);
          return csvLine(EXPORT_COLUMNS.map((column) => cells.get(column) ?? ''));
        })
        .join('');
    }
  }

  async *#xmlPieces(sellerId: string): AsyncGenerator<string> {
    yield xmlDocumentStart();
    for await (const listings of this.#listings(sellerId))
      yield listings.map((listing) => xmlListing(ownCellsOf(listing))).join('');
    yield xmlDocumentEnd();
  }

  async *#listings(sellerId: string): AsyncGenerator<ExportedListing[]> {
    let after = '';
    for (;;) {
      const rows = await this.#db
        .selectFrom('listings')
        .selectAll()
        .where('seller_id', '=', sellerId)
        .where('deleted_at', 'is', null)
        .where('id', '>', after)
        .orderBy('id')
        .limit(CHUNK_ROWS)
        .execute();
      const images = await this.#imageUrls(rows.map((row) => row.id));
      if (rows.length > 0)
        yield rows.map((row) => ({
          listingId: row.id,
          status: row.status,
          imageUrls: images.get(row.id) ?? [],
          values: this.#valuesOf(row),
        }));
      if (rows.length < CHUNK_ROWS) return;
      after = rows.at(-1)?.id ?? after;
    }
  }

  #valuesOf(row: Readonly<Record<string, unknown>> & { id: string }): Record<string, unknown> {
    const taxonomy = this.#taxonomy.current;
    const values: Record<string, unknown> = {};
    for (const field of fields) values[field.name] = row[field.column];
    const slugOf = (id: unknown): string | null =>
      typeof id === 'string' ? (taxonomy.category(id)?.slug ?? null) : null;
    const brandId = row['brand_id'];
    return {
      ...values,
      category: slugOf(row['category_id']),
      subcategory: slugOf(row['subcategory_id']),
      brand: typeof brandId === 'string' ? (taxonomy.brand(brandId)?.slug ?? null) : null,
    };
  }

  /** Where imports found the pictures; uploaded ones stay with their listing and need no address. */
  async #imageUrls(listingIds: readonly string[]): Promise<Map<string, string[]>> {
    const urls = new Map<string, string[]>();
    if (listingIds.length === 0) return urls;
    const rows = await this.#db
      .selectFrom('listing_images')
      .select(['listing_id', 'source_url'])
      .where('listing_id', 'in', [...listingIds])
      .where('source_url', 'like', 'http%')
      .orderBy('listing_id')
      .orderBy('position')
      .execute();
    for (const row of rows)
      if (row.source_url !== null)
        urls.set(row.listing_id, [...(urls.get(row.listing_id) ?? []), row.source_url]);
    return urls;
  }
}
