import { MINUTE_MS } from '../../platform/clock.ts';
import type { Module, Platform } from '../../platform/module.ts';
import type { Auth } from '../auth/index.ts';
import type { Decisions } from '../decisions/index.ts';
import type { ListingImages, Listings } from '../listings/index.ts';
import type { Sellers } from '../sellers/index.ts';
import type { Taxonomy } from '../taxonomy/index.ts';
import type { Webhooks } from '../webhooks/index.ts';
import { forgetGuestsJob, guestMailTexts } from '../reports/index.ts';
import { AuditReader } from './audit-reader.ts';
import { exportHeadJob } from './audit-head-job.ts';
import { auditRoutes } from './audit.routes.ts';
import { jobRoutes } from './jobs.routes.ts';
import { JobAdminService } from './jobs.service.ts';
import { mailTexts } from './mail-templates.ts';
import { mailRoutes } from './mails.routes.ts';
import { MailAdminService } from './mails.service.ts';
import { listingAdminRoutes } from './listings.routes.ts';
import { ListingAdminService } from './listings.service.ts';
import { objectionRoutes } from './objections.routes.ts';
import { ObjectionAdminService } from './objections.service.ts';
import { foldMarketSums } from './overview.repository.ts';
import { overviewRoutes } from './overview.routes.ts';
import { OverviewService } from './overview.service.ts';
import { ProcessMetrics } from './process-metrics.ts';
import { reportRoutes } from './reports.routes.ts';
import { ReportAdminService } from './reports.service.ts';
import { reviewRoutes } from './reviews.routes.ts';
import { SellerSuspension } from './seller-suspension.ts';
import { traderRoutes } from './traders.routes.ts';
import { TraderAdminService } from './traders.service.ts';
import { userRoutes } from './users.routes.ts';
import { UserAdminService } from './users.service.ts';
import { verificationRoutes } from './verifications.routes.ts';
import { VerificationService } from './verifications.service.ts';
import { yearlyFiguresRoutes } from './yearly-figures.routes.ts';
import { YearlyFiguresService } from './yearly-figures.service.ts';

export { foldMarketSums } from './overview.repository.ts';

export interface AdminDeps {
  readonly listings: Listings;
  readonly images: ListingImages;
  readonly taxonomy: Taxonomy;
  readonly auth: Pick<Auth, 'eraseUser'>;
  readonly sellers: Pick<Sellers, 'moderation' | 'sellerChanged'>;
  readonly webhooks: Pick<Webhooks, 'holdDeliveriesOf' | 'holdDeliveriesKeptBy'>;
  readonly decisions: Decisions;
}

const SUMS_BATCH = 5000;

/** What administrators see and decide: accounts, listings, reports, reviews, the audit log. */
export function createAdmin(
  platform: Platform,
  { listings, images, taxonomy, auth, sellers, webhooks, decisions }: AdminDeps,
): { module: Module } {
  platform.wording.define(mailTexts);
  platform.wording.define(guestMailTexts);
  const processes = new ProcessMetrics(platform);
  const suspension = new SellerSuspension(platform, {
    suspendListings: (trx, sellerId, reason) => listings.inventory.suspendSomeOfSeller(trx, sellerId, reason),
    restoreListings: (trx, sellerId) => listings.inventory.restoreSomeOfSeller(trx, sellerId),
    holdDeliveries: webhooks.holdDeliveriesOf,
  });
  const users = new UserAdminService(
    platform,
    {
      holdDeliveriesKeptBy: webhooks.holdDeliveriesKeptBy,
      eraseUser: auth.eraseUser,
      decisions,
      sellerChanged: sellers.sellerChanged,
    },
    suspension,
  );
  const moderated = new ListingAdminService(platform, { listings, decisions, images, taxonomy });
  const audit = new AuditReader(platform.db, platform.audit);
  return {
    module: {
      name: 'admin',
      async start() {
        processes.start();
      },
      stop: () => processes.stop(),
      jobs: [
        suspension.followStatusJob,
        users.endSuspensionsJob,
        forgetGuestsJob(platform),
        exportHeadJob(audit, platform.log),
        {
          name: 'admin.fold-sums',
          everyMs: MINUTE_MS,
          async run() {
            while ((await foldMarketSums(platform.db, SUMS_BATCH)) === SUMS_BATCH);
          },
        },
      ],
      routes: [
        ...overviewRoutes(new OverviewService(platform, processes)),
        ...reportRoutes(
          new ReportAdminService(platform, { users, listings: moderated, reviews: sellers.moderation }),
        ),
        ...reviewRoutes(sellers.moderation),
        ...userRoutes(users),
        ...traderRoutes(new TraderAdminService(platform)),
        ...yearlyFiguresRoutes(new YearlyFiguresService(platform)),
        ...verificationRoutes(new VerificationService(platform, users)),
        ...listingAdminRoutes(moderated),
        ...objectionRoutes(
          new ObjectionAdminService(platform, {
            decisions,
            users,
            listings: moderated,
            reviews: sellers.moderation,
          }),
        ),
        ...auditRoutes(audit),
        ...jobRoutes(new JobAdminService(platform)),
        ...mailRoutes(new MailAdminService(platform)),
      ],
    },
  };
}
