import { sql } from 'kysely';
import type { Static } from 'typebox';
import type { Transaction } from '../../../platform/db/transaction.ts';
import type { FeatureBody } from './schemas.ts';

/** Creates or replaces a feature. A new one goes to the end. */
export async function putFeature(
  trx: Transaction,
  code: string,
  feature: Static<typeof FeatureBody>,
): Promise<void> {
  await sql`
    insert into features (code, feature_group, names, classes, import_keys, active, position)
    values (${code}, ${feature.group}, ${JSON.stringify(feature.names)}::jsonb, ${feature.classes}, ${feature.importKeys ?? []}, ${feature.active ?? true},
      (select coalesce(max(position), 0) + 1 from features))
    on conflict (code) do update set feature_group = excluded.feature_group, names = excluded.names, classes = excluded.classes,
      import_keys = excluded.import_keys, active = excluded.active`.execute(trx);
}

export async function isNamedByListings(trx: Transaction, code: string): Promise<boolean> {
  const { rows } = await sql`select 1 from listings where features @> array[${code}]::text[] limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}

/** False when there is none. */
export async function deleteFeature(trx: Transaction, code: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('features').where('code', '=', code).executeTakeFirst();
  return numDeletedRows > 0n;
}
