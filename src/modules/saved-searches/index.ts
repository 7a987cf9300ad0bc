import type { Static } from 'typebox';
import type { Module, Platform } from '../../platform/module.ts';
import type { PersonalDataSection } from '../../platform/personal-data.ts';
import { userVerified } from '../auth/index.ts';
import type { Discovery } from '../discovery/index.ts';
import { listingPriceDropped, listingPublished } from '../listings/index.ts';
import type { Announcements } from '../notifications/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Taxonomy } from '../taxonomy/index.ts';
import { Alerts } from './alerts.ts';
import { addEmailAlertEndPage } from './email-alert-link.ts';
import { EmailAlertDelivery } from './email-alert-delivery.ts';
import { EmailAlerts } from './email-alerts.ts';
import { SavedSearchMatcher } from './matcher.ts';
import { emailAlertsPersonalData, savedSearchesPersonalData } from './personal-data.repository.ts';
import { emailAlertRoutes, savedSearchRoutes } from './routes.ts';
import { SavedSearches } from './service.ts';

export type { SavedSearchView } from './schemas.ts';

export interface SavedSearchDeps {
  readonly announcements: Announcements;
  readonly discovery: Discovery;
  readonly settings: Settings;
  readonly taxonomy: Taxonomy;
}

export interface SavedSearchesModule {
  readonly module: Module;
  readonly personalData: PersonalDataSection;
  readonly emailAlertsPersonalData: PersonalDataSection;
}

/** Saved searches, and alerts if a matching listing goes live or becomes cheaper. */
export function createSavedSearches(platform: Platform, deps: SavedSearchDeps): SavedSearchesModule {
  const { search } = deps.discovery;
  const matcher = new SavedSearchMatcher({
    ...platform,
    settings: deps.settings,
    taxonomy: deps.taxonomy,
    toQuery: (query) => search.storedQuery(query),
  });
  const searches = new SavedSearches({ platform, search, matcher });
  const emailAlerts = new EmailAlerts({ platform, search, matcher });
  const emails = new EmailAlertDelivery(platform);
  const alerts = new Alerts({
    platform,
    announcements: deps.announcements,
    documents: deps.discovery,
    matcher,
  });
  platform.notices.comeFrom('saved_search_match', searches.source);
  platform.events.afterMany(
    listingPublished,
    'saved-searches.match-published',
    ({ listing }) => listing.id,
    (listingIds, context) => alerts.matchPublished(listingIds, context),
  );
  platform.events.afterMany(
    listingPriceDropped,
    'saved-searches.match-price-drop',
    ({ listing_id: listingId, previous_price: previousPrice }) => ({ listingId, previousPrice }),
    (drops, context) => alerts.matchPriceDrops(drops, context),
  );
  platform.events.within(userVerified, async (trx, verified) => {
    for (const { data } of verified)
      await emailAlerts.moveToAccount(trx, (data as Static<(typeof userVerified)['data']>).user);
  });
  return {
    module: {
      name: 'saved-searches',
      routes: [...savedSearchRoutes(searches), ...emailAlertRoutes(emailAlerts)],
      jobs: [alerts.sendJob, alerts.purgeJob, emails.sendJob, emails.purgeJob],
      start: () => matcher.start(),
      extend: (app) => addEmailAlertEndPage(app, { keys: platform.keys, alerts: emailAlerts }),
    },
    personalData: savedSearchesPersonalData,
    emailAlertsPersonalData,
  };
}
