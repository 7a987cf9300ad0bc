import type { Transaction } from '../../platform/db/transaction.ts';
import type { EventDefinition } from '../../platform/events/event.ts';
import type { Module, Platform } from '../../platform/module.ts';
import type { PersonalDataSection } from '../auth/index.ts';
import type { Decisions } from '../decisions/index.ts';
import type { SearchService } from '../discovery/index.ts';
import type { StorePortrait } from '../media/index.ts';
import type { Settings } from '../settings/index.ts';
import { eraseSomeReplies, eraseSomeReviews, exportedReviews } from './personal-data.repository.ts';
import { profileRoutes } from './profile.routes.ts';
import { Profile } from './profile.ts';
import { PublicSellers } from './public-sellers.ts';
import { publicSellerRoutes } from './public.routes.ts';
import { ReviewModeration } from './review-moderation.ts';
import { ReviewReplies } from './review-replies.ts';
import { ReviewReports } from './review-reports.ts';
import { reviewRoutes, sellerReviewRoutes } from './reviews.routes.ts';
import { Reviews } from './reviews.ts';
import { Trust } from './trust.ts';

export { TRUST_PARTS } from './trust-score.ts';
export type { ReviewModeration } from './review-moderation.ts';
export type { ReviewRow } from './reviews.repository.ts';
export type { OwnReviewView, PublicSeller, ReviewView } from './schemas.ts';
export type { ReviewState } from './tables.ts';

export interface Sellers {
  readonly module: Module;
  /** Decisions about reviews, for the administrators' endpoints. */
  readonly moderation: ReviewModeration;
  /** Call it after changing a seller's name or badge: reindexes its listings and recomputes its score. */
  sellerChanged(trx: Transaction, sellerId: string): Promise<void>;
  /** Computes scores at once, for bulk writers of sellers. */
  scoreTrust(sellerIds: readonly string[]): Promise<void>;
  /** Reviews that the person wrote, and replies of the person's seller. */
  readonly personalData: PersonalDataSection;
}

export interface SellersDeps {
  readonly settings: Settings;
  readonly search: Pick<SearchService, 'listOfSeller'>;
  readonly storeLogo: StorePortrait;
  readonly decisions: Pick<Decisions, 'state' | 'lift'>;
  /** Events after which the seller's score is recomputed. */
  readonly scoreAfter: readonly EventDefinition[];
}

export function createSellers(platform: Platform, deps: SellersDeps): Sellers {
  const trust = new Trust(platform);
  trust.follow(deps.scoreAfter);
  const parts = { ...platform, ...deps, trust };
  const reviews = new Reviews(parts);
  return {
    moderation: new ReviewModeration(parts, deps.decisions),
    async sellerChanged(trx, sellerId) {
      await trust.expire(trx, sellerId);
    },
    scoreTrust: (sellerIds) => trust.score(sellerIds),
    personalData: {
      export: exportedReviews,
      batches: { written: eraseSomeReviews, replies: eraseSomeReplies },
    },
    module: {
      name: 'sellers',
      routes: [
        ...publicSellerRoutes(new PublicSellers(parts), reviews),
        ...profileRoutes(new Profile(parts)),
        ...reviewRoutes(reviews, new ReviewReports({ ...parts, reviews })),
        ...sellerReviewRoutes(new ReviewReplies(parts)),
      ],
      jobs: trust.jobs,
    },
  };
}
