import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import { compileInSteps } from '../../platform/http/request/compiled-schema.ts';
import type { Module, Platform } from '../../platform/module.ts';
import type { PersonalDataSection } from '../../platform/personal-data.ts';
import type { MachineTranslation } from '../machine-translation/index.ts';
import type { Settings } from '../settings/index.ts';
import type { AttributeView, Taxonomy, VehicleClass } from '../taxonomy/index.ts';
import type { Decisions } from '../decisions/index.ts';
import { listingAdminRoutes } from './admin/listing-moderation.routes.ts';
import { ListingAdminService } from './admin/listing-moderation.service.ts';
import { recordSchemas } from './record/field-check.ts';
import { attributesOf } from './record/field-lists.ts';
import { CreateListingBody, EditListingBody } from './record/listing-body.ts';
import { BulkWriter } from './writing/bulk-writer.ts';
import { ANONYMOUS } from '../../platform/actor.ts';
import {
  findLiveDealers,
  findLiveSlugs,
  hasLeftMarket,
  type LiveSlug,
} from './public/card-facts.repository.ts';
import { ChangeFollower } from './change-log/change-follower.ts';
import { DetailPages } from './public/detail-pages.ts';
import { CardFactsCache } from './public/card-facts-cache.ts';
import { listingEvents } from './events.ts';
import { flagListingsJob } from './moderation/flag-job.ts';
import { type ListingImages, noImages } from './public/images.ts';
import { noImageOrders, type ImageOrders } from './writing/image-orders.ts';
import { Inventory } from './writing/inventory.ts';
import { listingJobs } from './jobs.ts';
import type { ListingAction, ListingActor } from './lifecycle/lifecycle-table.ts';
import { ListingService } from './seller/listings.service.ts';
import { ListingWriter } from './writing/listing-writer.ts';
import { countDraftsAndPaused, countFeatured, countSlots } from './listings.repository.ts';
import type { UsageCounter } from '../billing/index.ts';
import { listingsPersonalData } from './personal-data.ts';
import { ListingReports } from './public/reports.ts';
import { publicRoutes } from './public/public.routes.ts';
import { sellerRoutes } from './seller/seller.routes.ts';
import { stockRoutes } from './seller/stock.routes.ts';
import { StockService } from './seller/stock.service.ts';
import { RecordWrites } from './writing/record-writes.ts';
import type { DeliveryEstimates, SimilarListings } from './public/listing-summary.ts';
import type { ListingRow } from './tables.ts';
import { type StepOptions, Transitions } from './writing/transitions.ts';
import { ViewCounter } from './public/view-counter.ts';

export { findPricedSeeds } from './public/priced-seeds.repository.ts';
export { powerHpOf, powerKwOf } from './record/derived.ts';
export { pricesOf } from './record/money.ts';
export { titleEraser } from './deleted-stock.repository.ts';
export { hasPresentBasis, priceAt } from './public/prices.repository.ts';
export { vehicleFacts } from './public/vehicle-facts.repository.ts';
export type { RecordContext } from './writing/assessment.ts';
export type { BulkItem, BulkOptions, BulkTarget, PreparedRecord, DryRun } from './writing/bulk-writer.ts';
export type { BulkResult } from './writing/bulk-results.ts';
export type { CardFacts } from './public/card-facts.repository.ts';
export type { ListingDetail } from './public/detail-view.ts';
export { type ListingImages, ListingImageView } from './public/images.ts';
export type { ImageOrders } from './writing/image-orders.ts';
export type { ListingActor, SellerListingActor } from './lifecycle/lifecycle-table.ts';
export type { FieldProblem } from './record/field-check.ts';
export type { ValueSpec } from './record/fields/spec.ts';
export { bodyPath, type ListingBody } from './record/listing-body.ts';
export { importColumns } from './record/field-lists.ts';
export {
  cabTypes,
  colors,
  conditions,
  driveTypes,
  euroStandards,
  fuelTypes,
  type ListingState,
  listingStates,
  transmissions,
} from './record/enums.ts';
export {
  appliesTo,
  catalogue,
  fieldOf,
  type FieldRow,
  fields,
  isFieldName,
  type ListingRecord,
} from './record/fields.ts';
export { ChangeSignal } from './change-log/change-signal.ts';
export {
  ChangeLogReader,
  loggedCommits,
  ownLoggedCommits,
  type LogEntry,
  type LogLag,
  type LogState,
} from './change-log/change-log.repository.ts';
export { ListingSummary, summaryFields } from './public/listing-summary.ts';
export type {
  SimilarSearch,
  PricedSeed,
  Delivery,
  DeliveryFrom,
  PricePosition,
  PricePositionName,
  SimilarSeed,
} from './public/listing-summary.ts';
export { quality } from './record/quality.ts';
export {
  countStock,
  type DaySum,
  foldDays,
  foldStock,
  PLACES_OF_CHUNK,
  readDays,
  readStock,
  type StockSum,
} from './sums.repository.ts';
export { fieldColumns } from './record/record-columns.ts';
export { LISTING_REPORT_REASONS } from './public/reports.ts';
export { emptyRecord, stockNumber } from './record/record.ts';
export { nearestWord, readWord } from './record/words.ts';
export { findForbiddenText, withoutContact } from './record/text-checks.ts';
export {
  listingCreated,
  listingDeleted,
  listingPriceDropped,
  listingPublished,
  listingPurged,
  listingSold,
  listingUnpublished,
  listingUpdated,
} from './events.ts';

export interface Listings {
  readonly module: Module;
  readonly attributesOf: (vehicleClass: VehicleClass) => readonly AttributeView[];
  /** Applies one transition to one listing, including conditions and plan limits; throws if it is not allowed. */
  readonly transition: (
    trx: Transaction,
    actor: ListingActor,
    idOrSlug: string,
    action: ListingAction,
    options?: StepOptions,
  ) => Promise<ListingRow>;
  /** Moderation decisions, for use within larger decisions. */
  readonly moderation: Pick<ListingAdminService, 'decideIn' | 'restoreIn'>;
  readonly bulk: BulkWriter;
  readonly inventory: Inventory;
  readonly personalData: PersonalDataSection;
  /** Counts a view by an anonymous visitor; throws NOT_FOUND. */
  readonly recordView: (listingId: string, reader: { ip: string; userAgent: string | null }) => Promise<void>;
  /** Live listings by slug, after `after`. */
  readonly liveSlugs: (after: string, limit: number) => Promise<readonly LiveSlug[]>;
  readonly liveDealers: (after: string, limit: number) => Promise<readonly LiveSlug[]>;
  /** Whether the listing of a slug was on the market and has left it. */
  readonly wasListed: (slug: string) => Promise<boolean>;
  /** Data of listing cards in addition to the summary. */
  readonly cardFacts: Pick<CardFactsCache, 'edition' | 'find'>;
  /** Updates the image data for lists; the caller has locked the listing. */
  readonly changeImages: ListingService['changeImages'];
  /** Slots in use: live listings and those in review. */
  readonly countActive: (db: Queryable, sellerId: string) => Promise<number>;
  readonly usage: Readonly<Record<'activeListings' | 'drafts' | 'featuredSlots', UsageCounter>>;
}

interface ListingsDeps {
  readonly taxonomy: Taxonomy;
  readonly settings: Settings;
  readonly decisions: Pick<Decisions, 'state' | 'lift'>;
  readonly search: SimilarListings;
  readonly deliveries: DeliveryEstimates;
  readonly images?: ListingImages;
  readonly imageOrders?: ImageOrders;
  readonly translation: MachineTranslation;
}

export function createListings(platform: Platform, deps: ListingsDeps): Listings {
  const { db } = platform;
  const images = deps.images ?? noImages;
  const imageOrders = deps.imageOrders ?? noImageOrders;
  const flagJob = flagListingsJob(db);
  const writer = new ListingWriter({ ...platform, taxonomy: deps.taxonomy, flagJob });
  const transitions = new Transitions({ ...platform, ...deps, writer });
  const records = new RecordWrites({ ...platform, ...deps, writer, transitions, imageOrders });
  const service = new ListingService({
    ...platform,
    ...deps,
    writer,
    transitions,
    images,
    imageOrders,
    records,
  });
  const stock = new StockService({ db, records, transitions });
  const follower = new ChangeFollower(platform);
  const pages = new DetailPages({ ...platform, taxonomy: deps.taxonomy, images, follower });
  const views = new ViewCounter(platform);
  const inventory = new Inventory({ ...platform, ...deps, writer });
  const moderation = new ListingAdminService({ ...platform, ...deps, transitions, images });
  return {
    attributesOf,
    transition: (trx, actor, idOrSlug, action, options) =>
      transitions.apply(trx, actor, idOrSlug, action, options),
    bulk: new BulkWriter({ ...platform, ...deps, writer }),
    inventory,
    moderation,
    personalData: listingsPersonalData(inventory),
    changeImages: (...args) => service.changeImages(...args),
    recordView: async (listingId, reader) => {
      const { row } = await pages.find(listingId);
      views.record(row, ANONYMOUS, reader);
    },
    liveSlugs: (after, limit) => findLiveSlugs(db, after, limit),
    liveDealers: (after, limit) => findLiveDealers(db, after, limit),
    cardFacts: new CardFactsCache({ db, follower }),
    wasListed: (slug) => hasLeftMarket(db, slug),
    countActive: countSlots,
    usage: { activeListings: countSlots, drafts: countDraftsAndPaused, featuredSlots: countFeatured },
    module: {
      name: 'listings',
      routes: [
        ...publicRoutes({
          pages,
          views,
          search: deps.search,
          deliveries: deps.deliveries,
          taxonomy: deps.taxonomy,
          translation: deps.translation,
          reports: new ListingReports({ ...platform, pages }),
        }),
        ...sellerRoutes(service, platform.wording),
        ...stockRoutes(service, stock, platform.wording),
        ...listingAdminRoutes(moderation),
      ],
      jobs: [flagJob, ...listingJobs({ ...platform, writer })],
      events: listingEvents,
      async start() {
        pages.start();
        await follower.start();
        views.start();
      },
      async startWork() {
        await compileInSteps([EditListingBody, CreateListingBody, ...recordSchemas()]);
      },
      async settle() {
        await views.flush();
        await follower.settle();
      },
      async stop() {
        follower.stop();
        await views.stop();
      },
    },
  };
}
