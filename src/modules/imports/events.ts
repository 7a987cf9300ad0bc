import { type Static, Type } from 'typebox';
import { defineEvent } from '../../platform/events/event.ts';
import { fromRow } from '../../platform/http/from-row.ts';
import { Literals, NamedObject, Nullable, Timestamp } from '../../platform/http/schemas.ts';
import type { ImportRow } from './imports.repository.ts';
import { PRESET_NAMES } from './presets/preset.ts';
import { ImportTotals, importView } from './views.ts';

const Count = Type.Integer({ minimum: 0 });

const EventImport = NamedObject('EventImport', {
  id: Type.String(),
  status: Literals(['completed', 'completed_with_errors', 'failed', 'canceled']),
  mode: Literals(['upsert', 'full']),
  preset: Literals(PRESET_NAMES),
  dry_run: Type.Boolean(),
  source: Literals(['upload', 'url', 'pull']),
  filename: Nullable(Type.String()),
  totals: ImportTotals,
  images: Type.Object({ total: Count, stored: Count, failed: Count, replaced: Count }),
  error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
  seller_id: Type.String(),
  created_at: Timestamp,
  finished_at: Nullable(Timestamp),
  pictures_finished_at: Nullable(Timestamp),
});

export const importCompleted = defineEvent({
  type: 'import.completed',
  scope: 'listings:read',
  when: 'An import has ended, whatever its status, and all of its images have been stored or have failed.',
  data: Type.Object({ import: EventImport }),
  sample: {
    import: {
      id: 'imp_01JQ8Z7A1B2C3D4E5F6G7H8J9K',
      status: 'completed',
      mode: 'upsert',
      preset: 'own',
      dry_run: false,
      source: 'upload',
      filename: 'stock.csv',
      totals: {
        rows: 60,
        created: 58,
        updated: 2,
        unchanged: 0,
        removed: 0,
        skipped: 0,
        failed: 0,
        warnings: 1,
      },
      images: { total: 120, stored: 119, failed: 1, replaced: 0 },
      error: null,
      seller_id: 'sel_01JQ8Z5R1S2T3V4W5X6Y7Z8A9B',
      created_at: '2026-03-02T09:30:00.000Z',
      finished_at: '2026-03-02T09:30:06.000Z',
      pictures_finished_at: '2026-03-02T09:31:40.000Z',
    },
  },
});

export function importData(row: ImportRow): Static<typeof importCompleted.data> {
  const { source, totals, images, error } = importView(row, String);
  const status = row.status as Static<typeof EventImport>['status'];
  return { import: fromRow(EventImport, row, { status, source, totals, images, error }) };
}
