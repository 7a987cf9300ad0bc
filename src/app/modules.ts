import type { Authenticator } from '../platform/http/access/credentials.ts';
import { createLive, type Live } from '../platform/live/index.ts';
import type { JobRunner } from '../platform/jobs/runner.ts';
import type { Queryable } from '../platform/db/transaction.ts';
import type { Module, Platform } from '../platform/module.ts';
import { createAdmin } from '../modules/admin/index.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import {
  type Auth,
  type BrowserSessions,
  createAuth,
  findAddressee,
  hasOtherAdministrator,
  userVerified,
} from '../modules/auth/index.ts';
import { createBilling } from '../modules/billing/index.ts';
import { drawPicture, pictureCodes } from '../storefront/drawings/pictures.ts';
import { type DemoParts, ensureDemo } from '../modules/demo/index.ts';
import { createDecisions } from '../modules/decisions/index.ts';
import { createDashboard } from '../modules/dashboard/index.ts';
import { createDiscovery, type Discovery } from '../modules/discovery/index.ts';
import { createImports } from '../modules/imports/index.ts';
import { createInfoPages, type InfoPages } from '../modules/info-pages/index.ts';
import {
  createListings,
  type ListingImages,
  type Listings,
  listingPublished,
  listingUnpublished,
  readStock,
} from '../modules/listings/index.ts';
import { createMachineTranslation, type MachineTranslation } from '../modules/machine-translation/index.ts';
import { createMedia, type Media } from '../modules/media/index.ts';
import { createComparisons } from '../modules/comparisons/index.ts';
import { createFavorites, type FavoritesModule } from '../modules/favorites/index.ts';
import { createMessaging, inquiryResponded, type MessagingModule } from '../modules/messaging/index.ts';
import { createNotifications, type NotificationsModule } from '../modules/notifications/index.ts';
import { countReportsOf, createReports } from '../modules/reports/index.ts';
import { createSandbox, type SandboxPorts } from '../modules/sandbox/index.ts';
import { createSavedSearches } from '../modules/saved-searches/index.ts';
import { createSavedViews } from '../modules/saved-views/index.ts';
import { createSellers, type Sellers } from '../modules/sellers/index.ts';
import { createSettings, type Settings } from '../modules/settings/index.ts';
import { createTaxonomy, type Taxonomy } from '../modules/taxonomy/index.ts';
import { createTeam } from '../modules/team/index.ts';
import { createTranslations, type TranslationsModule } from '../modules/translations/index.ts';
import { createWebhooks, type Webhooks } from '../modules/webhooks/index.ts';

interface SandboxPortsInput {
  readonly demo: DemoParts;
  readonly settings: Settings;
  readonly taxonomy: Taxonomy;
  readonly translations: Pick<TranslationsModule, 'reload'>;
  readonly infoPages: Pick<InfoPages, 'reload'>;
  readonly webhooks: Webhooks;
  readonly media: Media;
  /** A function, since the runner is created after the modules. */
  readonly runner: () => JobRunner;
}

/** Connects the sandbox module to the parts that it resets and steps. */
function sandboxPorts(input: SandboxPortsInput): SandboxPorts {
  const { demo, settings, taxonomy, translations, infoPages, webhooks, media, runner } = input;
  return {
    loadDemo: async () => void (await ensureDemo(demo, { logins: demo.platform.config.demoLogins })),
    async runDueWork() {
      // Repeat until neither finds work: a job may emit events, and a delivery that fails for good enqueues a job.
      while ((await runner().drain()) + (await webhooks.deliverDue()) > 0);
    },
    async reloadCaches() {
      await settings.reload();
      await taxonomy.reload();
      await translations.reload();
      await infoPages.reload();
    },
    async restartWork() {
      await media.sweepFiles();
      await runner().scheduleRecurring();
    },
  };
}

const MEGABYTE = 1024 * 1024;

export interface Modules {
  /** In start order: a module may use the ones before it. */
  readonly list: readonly Module[];
  readonly authenticator: Authenticator;
  readonly browsers: BrowserSessions;
  readonly isEmailVerified: Auth['isEmailVerified'];
  readonly views: Auth['views'];
  readonly hasAdministrator: Auth['hasAdministrator'];
  readonly createAdministrator: Auth['createAdministrator'];
  readonly settings: Settings;
  readonly personalData: PersonalData;
  readonly sellers: Sellers;
  readonly taxonomy: Taxonomy;
  readonly listings: Listings;
  readonly webhooks: Webhooks;
  readonly messaging: MessagingModule;
  readonly notifications: NotificationsModule;
  readonly live: Live;
  /** Services that writing the demo data needs. */
  readonly demo: DemoParts;
  readonly favorites: FavoritesModule;
  readonly infoPages: InfoPages;
  readonly translation: Pick<MachineTranslation, 'isOffered'>;
  readonly search: Discovery['search'];
  readonly pricePositions: Discovery['pricePositions'];
  readonly rebuildSearchIndex: Discovery['rebuildIndex'];
}

/** The one list of modules, wired once for every entry point. */
export function createModules(platform: Platform, runner: () => JobRunner): Modules {
  const { settings, module: settingsModule } = createSettings(platform);
  // Decisions and accounts come first and call modules that follow, so each is looked up when it is called.
  const decisions = createDecisions(platform, {
    accounts: { findAddressee, hasOtherAdministrator },
    undoing: {
      suspensionOfUser: (...args) => auth.users.reinstateIfSuspended(...args),
      suspensionOfListing: (...args) => listings.moderation.restoreIn(...args),
      rejectionOfReview: (...args) => sellers.moderation.publishAgain(...args),
    },
  });
  const auth = createAuth(platform, {
    settings,
    storeAvatar: (account, file, write) => media.storeAvatar(account, file, write),
    accounts: {
      decisions: decisions.decisions,
      readActivity: readActivityElsewhere,
      suspendSeller: (...args) => sellers.suspension.suspend(...args),
      reinstateSeller: (...args) => sellers.suspension.reinstate(...args),
      sellerChanged: (...args) => sellers.sellerChanged(...args),
      holdDeliveriesKeptBy: (...args) => webhooks.holdDeliveriesKeptBy(...args),
    },
  });
  const { taxonomy, module: taxonomyModule } = createTaxonomy(platform);
  const discovery = createDiscovery(platform, { settings, taxonomy });
  // Media and imports need listings, and listings need them, so each looks the other up when it is called.
  const media = createMedia(platform, {
    imagesChanged: (trx, listingId, images) => listings.changeImages(trx, listingId, images),
    draw: drawPicture,
  });
  const { translation, module: translationModule } = createMachineTranslation(platform);
  const images: ListingImages = { of: (listingIds) => media.imagesOf(platform.db, listingIds) };
  const listings = createListings(platform, {
    settings,
    taxonomy,
    decisions: decisions.decisions,
    search: discovery.search,
    deliveries: discovery.deliveries,
    images,
    translation,
    imageOrders: {
      order: (trx, listing, urls) => imports.imageOrders.order(trx, listing, urls),
      stateOf: (listingId) => imports.imageOrders.stateOf(listingId),
    },
  });
  const billing = createBilling(platform, {
    settings,
    listings: listings.inventory,
    customers: auth.customers,
  });
  const team = createTeam(platform);
  const webhooks = createWebhooks(platform);
  const live = createLive(platform);
  const messaging = createMessaging(platform, {
    settings,
    live,
    translation,
    renderAttachment: media.renderAttachment,
  });
  const notifications = createNotifications(platform, {
    live,
    settings,
    watchPresence: (stream) => messaging.watchPresence(stream),
    issueTicket: auth.issueStreamTicket,
  });
  const savedSearches = createSavedSearches(platform, {
    announcements: notifications.announcements,
    discovery,
    settings,
    taxonomy,
  });
  const sellers = createSellers(platform, {
    decisions: decisions.decisions,
    settings,
    search: discovery.search,
    storeLogo: media.storeLogo,
    users: auth.users,
    suspending: {
      suspendListings: (...args) => listings.inventory.suspendSomeOfSeller(...args),
      restoreListings: (...args) => listings.inventory.restoreSomeOfSeller(...args),
      holdDeliveries: webhooks.holdDeliveriesOf,
    },
    scoreAfter: [userVerified, listingPublished, listingUnpublished, inquiryResponded],
  });
  const dashboard = createDashboard(platform, { usage: billing.usage });
  const reports = createReports(platform, {
    suspendListing: (trx, actor, id, { reason, code, foundBy }, origin) => {
      const suspension = { action: 'suspend', reason: { code, text: reason }, foundBy } as const;
      return listings.moderation.decideIn(trx, actor, id, suspension, origin);
    },
    rejectReview: (trx, actor, id, reason, origin) =>
      sellers.moderation.decideIn(trx, actor, id, { status: 'rejected', ...reason }, origin),
    suspendUser: (...args) => auth.users.suspendIn(...args),
  });
  const admin = createAdmin(platform);
  const translations = createTranslations(platform, { taxonomy });
  const infoPages = createInfoPages(platform, { settings });
  const imports = createImports(platform, {
    taxonomy,
    listings,
    images: {
      store: (ref, file, source) => media.storeImageFromFile(ref, file, source),
      arrange: (ref, imageIds, options) => media.arrangeImages(ref, imageIds, options),
    },
  });
  const favorites = createFavorites(platform, notifications.announcements);
  const comparisons = createComparisons(platform, { settings, taxonomy });
  const savedViews = createSavedViews(platform);
  billing.usage.countWith({
    ...listings.usage,
    apiKeys: auth.countApiKeys,
    importRowsPerDay: imports.countRowsToday,
    messageTemplates: messaging.countTemplates,
    teamSeats: team.countSeats,
    uploadMegabytesPerDay: async (db, sellerId) =>
      Math.ceil((await platform.files.bytesToday(db, sellerId)) / MEGABYTE),
    webhooks: webhooks.count,
  });
  // Webhooks come last: they also remove the events that erasing the others has caused.
  const sections = {
    imports,
    savedSearches,
    emailAlerts: { personalData: savedSearches.emailAlertsPersonalData },
    reviews: sellers,
    listings,
    messaging,
    notifications,
    favorites,
    comparisons,
    savedViews,
    decisions,
    team,
    webhooks,
  };
  for (const [name, { personalData }] of Object.entries(sections))
    auth.personalData.register(name, personalData);
  const demo: DemoParts = {
    platform,
    taxonomy,
    apiKeys: auth.apiKeys,
    picturesOf: pictureCodes,
  };
  const sandbox = createSandbox(
    platform,
    sandboxPorts({
      demo,
      settings,
      taxonomy,
      translations,
      infoPages: infoPages.pages,
      webhooks,
      media,
      runner,
    }),
  );
  return {
    authenticator: auth.authenticator,
    browsers: auth.browsers,
    isEmailVerified: auth.isEmailVerified,
    views: auth.views,
    hasAdministrator: auth.hasAdministrator,
    createAdministrator: auth.createAdministrator,
    settings,
    personalData: auth.personalData,
    sellers,
    taxonomy,
    listings,
    webhooks,
    messaging,
    notifications,
    live,
    demo,
    favorites,
    infoPages: infoPages.pages,
    translation,
    search: discovery.search,
    pricePositions: discovery.pricePositions,
    rebuildSearchIndex: discovery.rebuildIndex,
    list: [
      // First, so that all others start on the moved clock.
      ...(sandbox === null ? [] : [sandbox]),
      settingsModule,
      billing.module,
      auth.module,
      taxonomyModule({ counts: discovery.liveCounts, attributesOf: listings.attributesOf }),
      discovery.module,
      translationModule,
      listings.module,
      savedSearches.module,
      team.module,
      dashboard.module,
      webhooks.module,
      media.module,
      sellers.module,
      messaging.module,
      notifications.module,
      reports.module,
      admin.module,
      translations.module,
      infoPages.module,
      imports.module,
      favorites.module,
      comparisons.module,
      savedViews.module,
      decisions.module,
    ],
  };
}

/** Counts of a user's activity outside the auth module. */
async function readActivityElsewhere(
  db: Queryable,
  userId: string,
  sellerId: string | null,
): Promise<Readonly<Record<string, number>>> {
  const [reports, stock] = await Promise.all([
    countReportsOf(db, userId),
    sellerId === null ? [] : readStock(db, sellerId),
  ]);
  const count = (isCounted: (status: string) => boolean): number =>
    stock.reduce((sum, { status, listings }) => sum + (isCounted(status) ? listings : 0), 0);
  return {
    reportsMade: reports.made,
    reportsReceived: reports.received,
    activeListings: count((status) => status === 'ACTIVE'),
    listings: count((status) => status !== 'DELETED'),
  };
}
