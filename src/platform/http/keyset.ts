/**
 * Pagination of lists of any length. Page numbers cover what people browse. A cursor, which names the last row of a
 * page, reaches every row and costs the same at the end as at the beginning. Counts are capped.
 */
import { type Static, type TSchema, Type } from 'typebox';
import { AppError, inOneSentence } from '../errors/app-error.ts';
import { type Page, pagination, readOwnPage, readPage } from './pagination.ts';
import { ok } from './reply.ts';
import type { Reply } from './route.ts';
import { NamedObject, Nullable, pageParameters, Pagination } from './schemas.ts';
import { t } from '../errors/sentence.ts';

/** Sort key of a row: texts, and instants as ISO 8601. */
export type Key = readonly string[];

export interface KeysetPage extends Page {
  /** The page starts after this row. */
  readonly after: Key | null;
}

export const keysetParameters = {
  ...pageParameters,
  cursor: Type.Optional(
    Type.String({
      maxLength: 400,
      description: 'nextCursor of the previous page; use it instead of page, and beyond the last page number',
    }),
  ),
};

const KeysetPagination = NamedObject('KeysetPagination', {
  ...Pagination.properties,
  totalIsCapped: Type.Boolean({ description: 'There are more than total' }),
  nextCursor: Nullable(Type.String()),
});

export function KeysetListOf<Name extends string, S extends TSchema>(name: Name, item: S) {
  const { title } = item as { title?: string };
  return Type.Object(
    { [name]: Type.Array(item), pagination: KeysetPagination },
    title === undefined ? {} : { title: `${title}List` },
  );
}

/** The place of a row in a list ordered by creation. */
export const BY_CREATION = {
  keyOf: (row: { readonly created_at: Date; readonly id: string }): Key => [
    row.created_at.toISOString(),
    row.id,
  ],
  key: { parts: 2, instants: [0] },
} as const;

/** How many there are; one more than the most that is counted when there are more. */
export interface CountedRows<Row> {
  readonly rows: readonly Row[];
  readonly count: number;
  readonly countMax: number;
}

interface KeysetQuery {
  readonly page?: number;
  readonly limit?: number;
  readonly cursor?: string;
}

export async function keysetPageReply<Row>(
  name: string,
  query: KeysetQuery,
  list: {
    readonly read: (page: KeysetPage) => Promise<CountedRows<Row>>;
    readonly view: (row: Row) => unknown;
    readonly keyOf: (row: Row) => Key;
    /** How many parts a key has, and which of them are instants. */
    readonly key: { readonly parts: number; readonly instants: readonly number[] };
    /** In a list of the actor's own rows, page numbers reach every row, too. */
    readonly isOwn?: boolean;
  },
): Promise<Reply> {
  const page = readKeysetPage(query, list.key, list.isOwn === true);
  const { rows, count, countMax } = await list.read(page);
  const last = rows.length === page.limit ? rows.at(-1) : undefined;
  const isCapped = count > countMax;
  const counted: Static<typeof KeysetPagination> = {
    ...pagination(page, Math.min(count, countMax)),
    totalIsCapped: isCapped,
    nextCursor: last === undefined ? null : encodeCursor(list.keyOf(last)),
  };
  const hasMore = counted.hasMore || (last !== undefined && (isCapped || page.after !== null));
  return ok({ [name]: rows.map((row) => list.view(row)), pagination: { ...counted, hasMore } });
}

function readKeysetPage(
  query: KeysetQuery,
  key: { readonly parts: number; readonly instants: readonly number[] },
  isOwn: boolean,
): KeysetPage {
  if (query.cursor === undefined) return { ...(isOwn ? readOwnPage(query) : readPage(query)), after: null };
  const after = decodeCursor(query.cursor);
  if (after?.length !== key.parts || key.instants.some((at) => !isInstant(after[at] ?? '')))
    throw invalidCursor();
  return { ...readPage({ ...query, page: 1 }), after };
}

const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text) && !Number.isNaN(Date.parse(text));

function encodeCursor(key: Key): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

function decodeCursor(cursor: string): Key | undefined {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    const isKey = Array.isArray(key) && key.every((part) => typeof part === 'string' && !part.includes('\0'));
    return isKey ? (key as Key) : undefined;
  } catch {
    return undefined;
  }
}

function invalidCursor(): AppError {
  const message = t('must be the nextCursor of a page of this list');
  const details = [{ field: 'cursor', message }];
  return new AppError('VALIDATION_ERROR', inOneSentence(details), { status: 400, details });
}
