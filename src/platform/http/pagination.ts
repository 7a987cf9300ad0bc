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

export function pagination(page: Page, total: number): Pagination {
  const totalPages = Math.ceil(total / page.limit);
  return { page: page.page, limit: page.limit, total, totalPages, hasMore: page.page < totalPages };
}

/** Answers a page of an owner's list: the rows under `name`, and the pagination. */
export async function answerOwnPage<Row>(
  name: string,
  query: PageQuery,
  read: (page: Page) => Promise<{ readonly rows: readonly Row[]; readonly total: number }>,
  view: (row: Row) => unknown,
  options: { readonly isOwn: boolean } = { isOwn: true },
): Promise<Reply> {
  const page = readPage(query, options);
  const { rows, total } = await read(page);
  return ok({ [name]: rows.map((row) => view(row)), pagination: pagination(page, total) });
}
