import { type Static, Type } from 'typebox';
import type { Say } from '../../platform/errors/said.ts';
import { fromRow } from '../../platform/http/from-row.ts';
import { Literals, NamedObject, Nullable, Timestamp } from '../../platform/http/schemas.ts';
import { resolveOptions } from './options.ts';
import { PresetName } from './views.ts';
import type { PullRow } from './pulls.repository.ts';

export const PullView = NamedObject('ImportFeed', {
  url: Type.String(),
  preset: PresetName,
  mode: Literals(['upsert', 'full']),
  publish: Literals(['draft', 'submit']),
  everyMinutes: Nullable(
    Type.Integer({ description: 'Set by the plan; null: the plan no longer includes fetching feeds' }),
  ),
  nextAt: Timestamp,
  lastImportId: Nullable(Type.String()),
  lastError: Nullable(Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export function pullView(row: PullRow, everyMinutes: number | null, say: Say): Static<typeof PullView> {
  const { preset, mode, publish } = resolveOptions(row.options);
  return fromRow(PullView, row, {
    preset: preset.name,
    mode,
    publish,
    everyMinutes,
    lastError: row.last_error === null ? null : say(row.last_error),
  });
}
