import { Readable } from 'node:stream';
import type { Database } from '../../../platform/db/database.ts';
import { Service } from '../../../platform/service.ts';
import { csvLine } from '@fifthwheel/text/csv-reader';
import type { Taxonomy } from '../../taxonomy/index.ts';
import { fields } from '../../listings/index.ts';
import { findImageUrls, listStock } from '../stock.repository.ts';
import { EXPORT_COLUMNS, type ExportedListing, ownCellsOf } from './own-cells.ts';
import { xmlDocumentEnd, xmlDocumentStart, xmlListing } from './own-xml.ts';

/** One chunk blocks the event loop for about 20 ms. */
const CHUNK_ROWS = 100;

/** Exports all listings of a seller in the Fifthwheel format, streamed in constant memory. */
export class StockExport extends Service<{ db: Database; taxonomy: Taxonomy }> {
  csv(sellerId: string): Readable {
    return Readable.from(this.#csvPieces(sellerId), { objectMode: false });
  }

  xml(sellerId: string): Readable {
    return Readable.from(this.#xmlPieces(sellerId), { objectMode: false });
  }

  async *#csvPieces(sellerId: string): AsyncGenerator<string> {
    // The byte order mark makes spreadsheets read the file as UTF-8.
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
      const rows = await listStock(this.parts.db, sellerId, after, CHUNK_ROWS);
      const ids = rows.map((row) => row.id);
      const images = await findImageUrls(this.parts.db, ids);
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
    const taxonomy = this.parts.taxonomy.current;
    const values: Record<string, unknown> = {};
    for (const field of fields) values[field.name] = row[field.column];
    const slugOf = (id: unknown): string | null =>
      typeof id === 'string' ? (taxonomy.shownCategory(id)?.slug ?? null) : null;
    const brandId = row['brand_id'];
    return {
      ...values,
      category: slugOf(row['category_id']),
      subcategory: slugOf(row['subcategory_id']),
      brand: typeof brandId === 'string' ? (taxonomy.shownBrand(brandId)?.slug ?? null) : null,
    };
  }
}
