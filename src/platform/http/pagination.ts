import { exactly, type Total } from '../db/count-up-to.ts';
import { AppError } from '../errors/app-error.ts';
import { ok } from './reply.ts';
import type { Reply } from './route.ts';
import { PAGE_LIMIT_DEFAULT, PAGE_REACH_ROWS_MAX, type Pagination } from './schemas.ts';

export interface Page {
  readonly page: number;
  readonly limit: number;
  readonly offset: number;
}

interface PageQuery {
  readonly page?: number;
  readonly limit?: number;
}

/** Reads `page` and `limit`. Public lists end at 10,000 rows; owners can page through everything that is theirs. */
export function readPage(
  query: PageQuery,
  options: { readonly isOwn?: boolean; readonly limitDefault?: number } = {},
): Page {
  const page = query.page ?? 1;
  const limit = query.limit ?? options.limitDefault ?? PAGE_LIMIT_DEFAULT;
  if (options.isOwn !== true && page * limit > PAGE_REACH_ROWS_MAX) {
    const message = `page times limit reaches at most ${PAGE_REACH_ROWS_MAX} rows; narrow the search instead`;
    throw new AppError('VALIDATION_ERROR', `${message}.`, {
      status: 400,
      details: [{ field: 'page', message }],
    });
  }
  return { page, limit, offset: (page - 1) * limit };
}

/** `shown` is how many rows the page has, in a list that goes on where its total ends. */
export function pagination(page: Page, counted: number | Total, shown = 0): Pagination {
  const { total, totalIsCapped } = typeof counted === 'number' ? exactly(counted) : counted;
  const totalPages = Math.ceil(total / page.limit);
  const hasMore = page.page < totalPages || (totalIsCapped && shown === page.limit);
  const known = { page: page.page, limit: page.limit, total, totalPages, hasMore };
  return totalIsCapped ? { ...known, totalIsCapped } : known;
}

type Counted = Total | { readonly total: number; readonly totalIsCapped?: never };

/** Answers a page of an owner's list: the rows under `name`, and the pagination. */
export async function answerOwnPage<Row>(
  name: string,
  query: PageQuery,
  read: (page: Page) => Promise<{ readonly rows: readonly Row[] } & Counted>,
  view: (row: Row) => unknown,
  options: { readonly isOwn: boolean } = { isOwn: true },
): Promise<Reply> {
  const page = readPage(query, options);
  const { rows, total, totalIsCapped = false } = await read(page);
  const shown = options.isOwn ? rows.length : 0;
  return ok({
    [name]: rows.map((row) => view(row)),
    pagination: pagination(page, { total, totalIsCapped }, shown),
  });
}
