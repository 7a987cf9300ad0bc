import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { VehicleClass } from '../seed/vehicle-class.ts';
import type { Category } from '../taxonomy.ts';
import type { CreateCategory, UpdateCategory } from './schemas.ts';

type Names = Readonly<Record<string, string>>;

/** Inserts at the end of its level unless a position is given. */
export async function insertCategory(
  trx: Transaction,
  id: string,
  category: Omit<Static<typeof CreateCategory>, 'names'> & {
    readonly slug: string;
    readonly names: Names;
    readonly parentId: string | null;
    readonly vehicleClass: VehicleClass;
  },
  now: Date,
): Promise<void> {
  const { parentId } = category;
  await trx
    .insertInto('categories')
    .values({
      id,
      slug: category.slug,
      parent_id: parentId,
      class: category.vehicleClass,
      names: JSON.stringify(category.names),
      aliases: category.aliases ?? [],
      import_keys: category.importKeys ?? [],
      active: category.active ?? true,
      position: category.position ?? (await nextPosition(trx, parentId)),
      created_at: now,
      updated_at: now,
    })
    .execute();
}

/** Changes the given fields; a new parent determines the class. */
export async function updateCategory(
  trx: Transaction,
  id: string,
  changes: Omit<Static<typeof UpdateCategory>, 'names'> & { readonly names: Names | null },
  parent: Category | undefined,
  now: Date,
): Promise<void> {
  const { slug, names, aliases, importKeys, hiddenAttributes, requiredAttributes, active, position } =
    changes;
  await trx
    .updateTable('categories')
    .set({
      slug,
      names: names === null ? undefined : JSON.stringify(names),
      aliases,
      import_keys: importKeys,
      hidden_attributes: hiddenAttributes,
      required_attributes: requiredAttributes,
      active,
      position,
      parent_id: parent?.id,
      class: parent?.vehicleClass,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute();
}

export async function setOrder(trx: Transaction, ids: readonly string[], now: Date): Promise<void> {
  await sql`
    update categories set position = o.position, updated_at = ${now}
    from unnest(${[...ids]}::text[]) with ordinality as o(id, position) where categories.id = o.id`.execute(
    trx,
  );
}

export async function hasChildren(trx: Transaction, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from categories where parent_id = ${id} limit 1`.execute(trx);
  return rows.length > 0;
}

async function nextPosition(trx: Transaction, parentId: string | null): Promise<number> {
  const { rows } = await sql<{ next: number }>`
    select coalesce(max(position), 0) + 1 as next from categories where parent_id is not distinct from ${parentId}`.execute(
    trx,
  );
  return rows[0]?.next ?? 1;
}
