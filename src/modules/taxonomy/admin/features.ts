import { sql } from 'kysely';
import type { Static } from 'typebox';
import { AppError, invalidField, notFound } from '../../../platform/errors/app-error.ts';
import type { Feature } from '../taxonomy.ts';
import type { AdminParts } from './categories.ts';
import { type ChangeContext, changeTaxonomy } from './change.ts';
import type { FeatureBody } from './schemas.ts';

const CODE = /^[a-z][a-z0-9_]{1,59}$/;

/** Administrators' changes of features. Listings store the code, so it cannot be renamed. */
export class FeatureAdminService {
  readonly #parts: AdminParts;

  constructor(parts: AdminParts) {
    this.#parts = parts;
  }

  find(code: string): Feature {
    const feature = this.#parts.taxonomy.current.feature(code);
    if (feature === undefined) throw notFound('feature');
    return feature;
  }

  /** Creates or replaces a feature. */
  async put(code: string, body: Static<typeof FeatureBody>, context: ChangeContext): Promise<Feature> {
    if (!CODE.test(code))
      throw invalidField('code', 'must consist of lower-case letters, digits and underscores');
    const before = this.#parts.taxonomy.current.feature(code);
    await changeTaxonomy(this.#parts, context, async (trx) => {
      await sql`
        insert into features (code, feature_group, names, classes, import_keys, active, position)
        values (${code}, ${body.group}, ${JSON.stringify(body.names)}::jsonb, ${body.classes}, ${body.importKeys ?? []}, ${body.active ?? true},
          (select coalesce(max(position), 0) + 1 from features))
        on conflict (code) do update set feature_group = excluded.feature_group, names = excluded.names, classes = excluded.classes,
          import_keys = excluded.import_keys, active = excluded.active`.execute(trx);
      if (before !== undefined) await this.#parts.taxonomy.reindexing.want(trx, 'feature', code);
      return {
        result: null,
        record: {
          action: before === undefined ? 'feature.created' : 'feature.updated',
          subject: { type: 'feature', id: code },
          before,
          after: body,
        },
      };
    });
    return this.find(code);
  }

  async remove(code: string, context: ChangeContext): Promise<void> {
    const feature = this.find(code);
    await changeTaxonomy(this.#parts, context, async (trx) => {
      await sql`lock table listings in share mode`.execute(trx);
      const { rows } =
        await sql`select 1 from listings where features @> array[${code}]::text[] limit 1`.execute(trx);
      if (rows.length > 0)
        throw new AppError('INVALID_STATE', 'Listings name the feature; deactivate it instead.');
      const { numDeletedRows } = await trx.deleteFrom('features').where('code', '=', code).executeTakeFirst();
      if (numDeletedRows === 0n) throw notFound('feature');
      return {
        result: null,
        record: { action: 'feature.deleted', subject: { type: 'feature', id: code }, before: feature },
      };
    });
  }
}
