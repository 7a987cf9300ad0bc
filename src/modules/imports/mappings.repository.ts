import type { Selectable } from 'kysely';
import type { Queryable } from '../../platform/db/transaction.ts';
import type { MappedValue } from './presets/mapped-values.ts';
import type { ColumnMapping } from './presets/mapping.ts';
import type { PresetName } from './presets/preset.ts';
import type { ImportMappingTable } from './tables.ts';
import './tables.ts';

export type MappingRow = Selectable<ImportMappingTable>;

export function listMappings(db: Queryable, sellerId: string): Promise<MappingRow[]> {
  return db
    .selectFrom('import_mappings')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .orderBy('preset')
    .execute();
}

export function findMapping(db: Queryable, sellerId: string, preset: PresetName) {
  return db
    .selectFrom('import_mappings')
    .selectAll()
    .where('seller_id', '=', sellerId)
    .where('preset', '=', preset)
    .executeTakeFirst();
}

export function saveMapping(
  db: Queryable,
  mapping: {
    readonly sellerId: string;
    readonly preset: PresetName;
    /** Undefined keeps the stored value. */
    readonly columns?: ColumnMapping | undefined;
    readonly words?: readonly MappedValue[] | undefined;
    readonly now: Date;
  },
): Promise<MappingRow> {
  const { columns, words } = mapping;
  const changes = {
    ...(columns === undefined ? {} : { columns: JSON.stringify(columns) }),
    ...(words === undefined ? {} : { words: JSON.stringify(words) }),
    updated_at: mapping.now,
  };
  return db
    .insertInto('import_mappings')
    .values({ seller_id: mapping.sellerId, preset: mapping.preset, columns: '{}', ...changes })
    .onConflict((conflict) => conflict.columns(['seller_id', 'preset']).doUpdateSet(changes))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteMapping(db: Queryable, sellerId: string, preset: PresetName): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('import_mappings')
    .where('seller_id', '=', sellerId)
    .where('preset', '=', preset)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
