import { type Static, Type } from 'typebox';
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

export function pullView(row: PullRow, everyMinutes: number | null): Static<typeof PullView> {
  const { preset, mode, publish } = resolveOptions(row.options);
  return {
    url: row.url,
    preset: preset.name,
    mode,
    publish,
    everyMinutes,
    nextAt: row.next_at.toISOString(),
    lastImportId: row.last_import_id,
    lastError: row.last_error,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
