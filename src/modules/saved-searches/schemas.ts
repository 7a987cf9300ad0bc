import { type Static, Type } from 'typebox';
import { Literals, MapOf, NamedObject, Nullable, Timestamp } from '../../platform/http/schemas.ts';
import { ALERT_FREQUENCIES } from './tables.ts';

const FIGURE = { minimum: -1e15, maximum: 1e15 };
const Figure = Type.Number(FIGURE);
const Value = Type.Union([
  Type.String({ maxLength: 500 }),
  Figure,
  Type.Boolean(),
  Type.Array(Type.Union([Type.String({ maxLength: 100 }), Figure]), { maxItems: 100 }),
]);

/** The same for the document: of a union with a list in it, generators for Java make classes that do not compile. */
const DocumentedValue = Type.Unsafe<Static<typeof Value>>({
  ...Value,
  documentedAs: {
    anyOf: undefined,
    description: 'A string, a number, a boolean, or a list of strings and numbers.',
    not: { type: ['object', 'null'] },
    maxLength: 500,
    ...FIGURE,
    items: { not: { type: ['object', 'null', 'array', 'boolean'], items: {} }, maxLength: 100, ...FIGURE },
    maxItems: 100,
  },
});

/** Search parameters by name; checked like a search. */
export const QueryBody = MapOf({ maxLength: 64, are: 'parameter of a search' }, DocumentedValue, {
  title: 'QueryToSave',
  maxProperties: 40,
});

const name = Type.String({ minLength: 1, maxLength: 100 });

export const CreateSavedSearch = Type.Object({
  name,
  query: QueryBody,
  alerts: Type.Optional(Type.Boolean()),
  alert_frequency: Type.Optional(Literals(ALERT_FREQUENCIES)),
});
export type CreateSavedSearch = Static<typeof CreateSavedSearch>;

export const RequestEmailAlert = Type.Object({
  email: Type.String({ format: 'email' }),
  name,
  query: QueryBody,
});
export type RequestEmailAlert = Static<typeof RequestEmailAlert>;

export const EmailAlertView = NamedObject('EmailAlert', {
  name: Type.String(),
  query: Type.Record(Type.String(), Type.Unknown()),
  confirmed: Type.Boolean(),
  in_account: Type.Boolean({
    description: 'Whether it has become a saved search of the account with this address',
  }),
});
export type EmailAlertView = Static<typeof EmailAlertView>;

export const UpdateSavedSearch = Type.Object({
  name: Type.Optional(name),
  query: Type.Optional(QueryBody),
  alerts: Type.Optional(Type.Boolean()),
  alert_frequency: Type.Optional(Literals(ALERT_FREQUENCIES)),
});
export type UpdateSavedSearch = Static<typeof UpdateSavedSearch>;

export const SavedSearchView = NamedObject('SavedSearch', {
  id: Type.String(),
  name: Type.String(),
  query: Type.Record(Type.String(), Type.Unknown()),
  alerts: Type.Boolean(),
  alert_frequency: Type.String(),
  created_at: Timestamp,
  last_alert_at: Nullable(Timestamp),
  match_count: Type.Integer({
    description: 'Number of live listings at the last count; recounted after a minute',
  }),
  new_count: Type.Integer({
    description:
      'Number of them that were created since you last opened the search (`POST /search/saved/:id/seen`) or saved it, at most 100',
  }),
});
export type SavedSearchView = Static<typeof SavedSearchView>;
