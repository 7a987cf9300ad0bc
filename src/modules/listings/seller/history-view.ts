import { type Static, Type } from 'typebox';
import { Literals, NamedObject, Nullable, Timestamp } from '../../../platform/http/schemas.ts';
import { CHANGE_SOURCES } from '../tables.ts';
import type { HistoryRow } from '../writing/history.repository.ts';

const Value = Nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()]));

export const HistoryView = NamedObject('ListingVersion', {
  version: Type.Integer(),
  at: Timestamp,
  source: Nullable(
    Literals(CHANGE_SOURCES, { description: 'By hand, key or import; by a moderator; by the market itself' }),
  ),
  by: Nullable(
    Type.Object(
      { id: Type.String(), name: Type.String() },
      { description: 'Of your team; null: not known, or nobody of it' },
    ),
  ),
  changes: Type.Array(
    Type.Object({
      field: Type.String({ description: 'As in a body; status, featured and images too' }),
      before: Value,
      after: Value,
    }),
    { description: 'Of texts and lists both values are null' },
  ),
});

export function historyView(row: HistoryRow): Static<typeof HistoryView> {
  const { version, at, source, userId, userName, changes } = row;
  return {
    version,
    at: at.toISOString(),
    source,
    by: userId === null || userName === null ? null : { id: userId, name: userName },
    changes: changes.map(({ field, before, after }) => ({ field, before, after })),
  };
}
