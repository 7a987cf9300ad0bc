import type { Static } from 'typebox';
import { invalidField, invalidState, notFound } from '../../../platform/errors/app-error.ts';
import type { Feature } from '../taxonomy.ts';
import type { AdminParts } from './categories.ts';
import { blockListingWrites } from './change.repository.ts';
import { type ChangeContext, changeTaxonomy } from './change.ts';
import { deleteFeature, isNamedByListings, putFeature } from './brands.repository.ts';
import { FEATURE_CODE_PATTERN, type FeatureBody } from './schemas.ts';
import { t } from '../../../platform/errors/sentence.ts';
import { Service } from '../../../platform/service.ts';

const CODE = new RegExp(FEATURE_CODE_PATTERN);

/** Administration of features. Listings store the code, so it cannot be renamed. */
export class FeatureAdminService extends Service<AdminParts> {
  find(code: string): Feature {
    const feature = this.parts.taxonomy.current.feature(code);
    if (feature === undefined) throw notFound('feature');
    return feature;
  }

  async put(code: string, body: Static<typeof FeatureBody>, context: ChangeContext): Promise<Feature> {
    if (!CODE.test(code))
      throw invalidField('code', t('must consist of lower-case letters, digits and underscores'));
    const before = this.parts.taxonomy.current.feature(code);
    await changeTaxonomy(this.parts, context, async (trx) => {
      await putFeature(trx, code, body);
      if (before !== undefined)
        await this.parts.taxonomy.reindexing.wantNamed(trx, { kind: 'feature', name: code });
      return {
        action: before === undefined ? 'feature.created' : 'feature.updated',
        subject: { type: 'feature', id: code },
        before,
        after: body,
      };
    });
    return this.find(code);
  }

  async remove(code: string, context: ChangeContext): Promise<void> {
    const feature = this.find(code);
    await changeTaxonomy(this.parts, context, async (trx) => {
      await blockListingWrites(trx);
      if (await isNamedByListings(trx, code))
        throw invalidState(t('Listings use the feature. Deactivate it instead.'));
      if (!(await deleteFeature(trx, code))) throw notFound('feature');
      return { action: 'feature.deleted', subject: { type: 'feature', id: code }, before: feature };
    });
  }
}
