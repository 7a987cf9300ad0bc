import { type Static, type TObjectOptions, type TProperties, type TSchema, Type } from 'typebox';
import { t } from '../errors/sentence.ts';

/**
 * `documentedAs` in a schema: keywords that replace the checking ones in the API document, if the rules of a module are stricter
 * or worded differently. The server ignores them.
 */
export interface Documented {
  readonly documentedAs?: Readonly<Record<string, unknown>>;
}

/** Pieces that many schemas share. Texts from outside always have a bound. */

export const Timestamp = Type.String({ format: 'date-time' });

/** An object that the API's document describes once, under this name: two different schemas cannot have the same. */
export function NamedObject<P extends TProperties>(
  name: string,
  properties: P,
  options: TObjectOptions = {},
) {
  return Type.Object(properties, { ...options, title: name });
}

export function Nullable<S extends TSchema>(schema: S) {
  return Type.Union([schema, Type.Null()]);
}

export function Literals<const V extends readonly string[]>(
  values: V,
  options: Documented & { title?: string; description?: string; default?: string } = {},
) {
  return Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...options });
}

/** Rules for the keys of a map: a pattern, a limit, and a noun for error messages, such as "language code". */
export interface MapKeys {
  /** Left out: any text within the bound. */
  readonly pattern?: string;
  readonly maxLength: number;
  readonly are: string;
}

/**
 * An object whose keys are data. Every key and every value is checked: unlike with `Type.Record`, where a value under a
 * key that does not match the expression is not looked at.
 */
export function MapOf<S extends TSchema>(
  keys: MapKeys,
  value: S,
  options: {
    readonly title?: string;
    readonly maxProperties: number;
    readonly minProperties?: number;
    readonly description?: string;
  },
) {
  const { are, ...bounds } = keys;
  return Type.Unsafe<Record<string, Static<S>>>({
    type: 'object',
    propertyNames: { type: 'string', ...bounds, errorMessage: t(`is not a ${are}`) },
    additionalProperties: value,
    ...options,
  });
}

const CENT = 0.01;

/** An amount of money in a body: at most two decimals. */
export function Amount(options: { minimum: number; maximum: number; description?: string }) {
  return Type.Number({ ...options, multipleOf: CENT });
}

export const PAGE_LIMIT_MAX = 100;
export const PAGE_LIMIT_DEFAULT = 20;
/** The last row that public lists page to; beyond it clients narrow the search. */
export const PAGE_REACH_ROWS_MAX = 10_000;

/** `page` and `limit` of an owner's list; the list's filters are added to them. */
export const ownPageParameters = {
  page: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1, description: 'Page number, from 1' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: PAGE_LIMIT_MAX,
      default: PAGE_LIMIT_DEFAULT,
      description: 'Rows per page',
    }),
  ),
};

/** The same of lists that end at that row: public ones, and those of administrators. */
export const pageParameters = {
  ...ownPageParameters,
  page: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 1_000_000,
      default: 1,
      description: `Page number, from 1; page times limit is at most ${PAGE_REACH_ROWS_MAX}`,
      documentedAs: { maximum: PAGE_REACH_ROWS_MAX },
    }),
  ),
};

export const Pagination = NamedObject('Pagination', {
  page: Type.Integer(),
  limit: Type.Integer(),
  total: Type.Integer(),
  totalPages: Type.Integer(),
  hasMore: Type.Boolean(),
  totalIsCapped: Type.Optional(Type.Boolean({ description: 'There are more than total' })),
});
export type Pagination = Static<typeof Pagination>;

/** `data` of a list: the rows under their plural name, and the pagination. */
export function ListOf<Name extends string, S extends TSchema>(name: Name, item: S) {
  const { title } = item as { title?: string };
  return Type.Object(
    { [name]: Type.Array(item), pagination: Pagination } as {
      [K in Name]: ReturnType<typeof Type.Array<S>>;
    } & {
      pagination: typeof Pagination;
    },
    title === undefined ? {} : { title: `${title}List` },
  );
}

export const Country = Type.String({ format: 'country', description: 'ISO 3166-1 alpha-2' });
export const Currency = Type.String({ format: 'currency', description: 'ISO 4217' });
export const Money = NamedObject('Money', { amount: Type.Number(), currency: Type.String() });
