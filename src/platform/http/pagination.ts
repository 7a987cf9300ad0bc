import { exactly, type Total } from '../db/count-up-to.ts';
import { AppError } from '../errors/app-error.ts';
import { ok } from './reply.ts';
import type { Reply } from './route.ts';
import { PAGE_LIMIT_DEFAULT, PAGE_REACH_ROWS_MAX, type Pagination } from './schemas.ts';
import { t } from '../errors/sentence.ts';

export interface Page {
  readonly page: number;
  readonly limit: number;
  readonly offset: number;
}

interface PageQuery {
  readonly page?: number;
  readonly limit?: number;
}

/** Reads `page` and `limit` of a list that ends at 10,000 rows. */
export function readPage(query: PageQuery): Page {
  const page = readOwnPage(query);
  if (page.page * page.limit > PAGE_REACH_ROWS_MAX) {
    const rows = { rows: PAGE_REACH_ROWS_MAX };
    throw new AppError(
      'VALIDATION_ERROR',
      t('page times limit reaches at most {rows} rows; narrow the search instead.', rows),
      {
        status: 400,
        details: [
          {
            field: 'page',
            message: t('page times limit reaches at most {rows} rows; narrow the search instead', rows),
          },
        ],
      },
    );
  }
  return page;
}

/** Reads `page` and `limit` where owners page through everything that is theirs. */
export function readOwnPage(query: PageQuery, limitDefault = PAGE_LIMIT_DEFAULT): Page {
  const { page = 1, limit = limitDefault } = query;
  return { page, limit, offset: (page - 1) * limit };
}

/** `shown` is the number of rows on the page, for a list that may continue beyond its total. */
export function pagination(page: Page, counted: number | Total, shown = 0): Pagination {
  const { total, totalIsCapped } = typeof counted === 'number' ? exactly(counted) : counted;
  const totalPages = Math.ceil(total / page.limit);
  const hasMore = page.page < totalPages || (totalIsCapped && shown === page.limit);
  const known = { page: page.page, limit: page.limit, total, totalPages, hasMore };
  return totalIsCapped ? { ...known, totalIsCapped } : known;
}

type Counted = Total | { readonly total: number; readonly totalIsCapped?: never };
type ReadRows<Row> = (page: Page) => Promise<{ readonly rows: readonly Row[] } & Counted>;

/** Returns a page of a list that ends at 10,000 rows: the rows under `name`, and the pagination. */
export async function listPageReply<Row>(
  name: string,
  query: PageQuery,
  read: ReadRows<Row>,
  view: (row: Row) => unknown,
): Promise<Reply> {
  return pageReply(name, readPage(query), read, view, () => 0);
}

/** Responds with a page of an owner's list, which may continue beyond its total. */
export async function ownPageReply<Row>(
  name: string,
  query: PageQuery,
  read: ReadRows<Row>,
  view: (row: Row) => unknown,
): Promise<Reply> {
  return pageReply(name, readOwnPage(query), read, view, (rows) => rows.length);
}

async function pageReply<Row>(
  name: string,
  page: Page,
  read: ReadRows<Row>,
  view: (row: Row) => unknown,
  shownOf: (rows: readonly Row[]) => number,
): Promise<Reply> {
  const { rows, total, totalIsCapped = false } = await read(page);
  return ok({
    [name]: rows.map((row) => view(row)),
    pagination: pagination(page, { total, totalIsCapped }, shownOf(rows)),
  });
}
