import type { Transaction } from '../../platform/db/transaction.ts';
import type { EventDefinition } from '../../platform/events/event.ts';
import type { Module, Platform } from '../../platform/module.ts';
import type { PersonalDataSection } from '../../platform/personal-data.ts';
import type { Auth } from '../auth/index.ts';
import type { Decisions } from '../decisions/index.ts';
import type { SearchService } from '../discovery/index.ts';
import type { StorePortrait } from '../media/index.ts';
import type { Settings } from '../settings/index.ts';
import { eraseSomeReplies, eraseSomeReviews, exportedReviews } from './personal-data.repository.ts';
import { profileRoutes } from './profile.routes.ts';
import { Profile } from './profile.ts';
import { PublicSellers } from './public-sellers.ts';
import { publicSellerRoutes } from './public.routes.ts';
import { reviewModerationRoutes } from './review-moderation.routes.ts';
import { ReviewModeration } from './review-moderation.ts';
import { ReviewReplies } from './review-replies.ts';
import { reviewRoutes, sellerReviewRoutes } from './reviews.routes.ts';
import { Reviews } from './reviews.ts';
import { SellerSuspension, type SuspensionPorts } from './seller-suspension.ts';
import { traderRoutes } from './traders.routes.ts';
import { TraderAdminService } from './traders.service.ts';
import { Trust } from './trust.ts';
import { verificationRoutes } from './verifications.routes.ts';
import { VerificationService } from './verifications.service.ts';

export { TRUST_PARTS } from './trust-score.ts';
export { readWaiting } from './verifications.repository.ts';
export type { OwnReviewView, PublicSeller, ReviewView } from './schemas.ts';
export type { ReviewState } from './tables.ts';

export interface Sellers {
  readonly module: Module;
  readonly moderation: ReviewModeration;
  /** Side effects of suspending a seller's only active owner. */
  readonly suspension: Pick<SellerSuspension, 'suspend' | 'reinstate'>;
  /** Call after changing a seller's name or badge: reindexes its listings and recomputes its score. */
  sellerChanged(trx: Transaction, sellerId: string): Promise<void>;
  /** Computes scores immediately, for bulk writers of sellers. */
  scoreTrust(sellerIds: readonly string[]): Promise<void>;
  /** Reviews by the user, and replies of the user's seller. */
  readonly personalData: PersonalDataSection;
}

interface SellersDeps {
  readonly settings: Settings;
  readonly search: Pick<SearchService, 'listOfSeller'>;
  readonly storeLogo: StorePortrait;
  readonly decisions: Pick<Decisions, 'state' | 'lift'>;
  readonly users: Auth['users'];
  readonly suspending: SuspensionPorts;
  /** Events after which the seller's score is recomputed. */
  readonly scoreAfter: readonly EventDefinition[];
}

export function createSellers(platform: Platform, deps: SellersDeps): Sellers {
  const trust = new Trust(platform);
  trust.follow(deps.scoreAfter);
  const parts = { ...platform, ...deps, trust };
  const reviews = new Reviews(parts);
  const moderation = new ReviewModeration({ ...parts, decisions: deps.decisions });
  const suspension = new SellerSuspension({ ...platform, ports: deps.suspending });
  return {
    moderation,
    suspension,
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
        ...reviewRoutes(reviews),
        ...sellerReviewRoutes(new ReviewReplies(parts)),
        ...reviewModerationRoutes(moderation),
        ...traderRoutes(new TraderAdminService(platform)),
        ...verificationRoutes(new VerificationService({ ...platform, users: deps.users })),
      ],
      jobs: [...trust.jobs, suspension.followStatusJob],
    },
  };
}
