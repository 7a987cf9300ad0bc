import { AppError } from '../../../platform/errors/app-error.ts';
import type { Charge } from '../../../platform/storage/stored-files.ts';
import type { PlanLimits } from '../tables.ts';
import type { SellerPlan } from './plans.repository.ts';
import { type Message, t } from '../../../platform/errors/sentence.ts';

const MEGABYTE = 1024 * 1024;

type CountedLimit = {
  [K in keyof PlanLimits]: PlanLimits[K] extends number | null ? K : never;
}[keyof PlanLimits];

/**
 * Error if `used` plus `adding` exceeds the plan: LISTING_LIMIT_EXCEEDED for active listings, PLAN_LIMIT_EXCEEDED for
 * everything else. Count under `lockSellerPlan`.
 */
export function planProblem(
  plan: SellerPlan,
  limit: CountedLimit,
  used: number,
  adding = 1,
): AppError | null {
  const allowed = plan.limits[limit];
  if (allowed === null || used + adding <= allowed) return null;
  const code = limit === 'activeListings' ? 'LISTING_LIMIT_EXCEEDED' : 'PLAN_LIMIT_EXCEEDED';
  const message = t(`The plan {plan} allows {allowed} ${LIMIT_WORDS[limit]}; {used} are in use.`, {
    plan: plan.name,
    allowed,
    used,
  });
  const details = [{ field: limit, message: COUNTED[limit] ?? message, limit: allowed, used }];
  return new AppError(code, message, { details });
}

export function assertWithinPlan(...facts: Parameters<typeof planProblem>): void {
  const problem = planProblem(...facts);
  if (problem !== null) throw problem;
}

/** Charges stored bytes against the plan's daily limit. */
export function uploadCharge(plan: SellerPlan, sellerId: string, bytes: number): Charge {
  const allowed = plan.limits.uploadMegabytesPerDay;
  return {
    ownerId: sellerId,
    bytes,
    bytesMax: allowed === null ? null : allowed * MEGABYTE,
    refusal: (used) =>
      new UploadQuotaExceeded(
        t(
          'The plan {plan} allows {allowed} MB of stored files per day; {used} are in use, and this request needs {needed}.',
          {
            plan: plan.name,
            allowed: String(allowed),
            used: Math.ceil(used / MEGABYTE),
            needed: Math.ceil(bytes / MEGABYTE),
          },
        ),
      ),
  };
}

/** Unlike the number of images, deleting files does not restore this capacity today. */
export class UploadQuotaExceeded extends AppError {
  constructor(message: Message) {
    super('PLAN_LIMIT_EXCEEDED', message);
  }
}

/** Names of counted resources that the limit's name does not contain. */
const COUNTED: Partial<Readonly<Record<CountedLimit, Message>>> = {
  activeListings: t('counts live listings and listings in review'),
  drafts: t('counts drafts and paused listings'),
};

const LIMIT_WORDS: Readonly<Record<CountedLimit, string>> = {
  activeListings: 'active listings',
  imagesPerListing: 'images per listing',
  featuredSlots: 'featured listings',
  teamSeats: 'team seats',
  apiKeys: 'API keys',
  webhooks: 'webhooks',
  importRowsPerDay: 'import rows per day',
  uploadMegabytesPerDay: 'MB of stored files per day',
  drafts: 'drafts and paused listings',
  messageTemplates: 'message templates',
  listingDays: 'days per listing',
  importPullMinutes: 'minutes between pulls',
};
