import { type Static, Type } from 'typebox';
import { Literals, MapOf, NamedObject, Nullable, Timestamp } from '../../platform/http/schemas.ts';
import { ALERT_FREQUENCIES } from './tables.ts';

const Figure = Type.Number({ minimum: -1e15, maximum: 1e15 });
const Value = Type.Union([
  Type.String({ maxLength: 500 }),
  Figure,
  Type.Boolean(),
  Type.Array(Type.Union([Type.String({ maxLength: 100 }), Figure]), { maxItems: 100 }),
]);

/** Search parameters by name; checked like a search. */
export const QueryBody = MapOf({ maxLength: 64, are: 'parameter of a search' }, Value, { maxProperties: 40 });

const name = Type.String({ minLength: 1, maxLength: 100 });

export const CreateSavedSearch = Type.Object({
  name,
  query: QueryBody,
  alerts: Type.Optional(Type.Boolean()),
  alert_frequency: Type.Optional(Literals(ALERT_FREQUENCIES)),
});
export type CreateSavedSearch = Static<typeof CreateSavedSearch>;

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
    description: 'How many live listings it found when it was counted last; counted anew after a minute',
  }),
});
export type SavedSearchView = Static<typeof SavedSearchView>;
