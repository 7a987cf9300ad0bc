/** Tags of the endpoints, in the order in which a new client meets them: start, sell, search, talk, integrate. */
const CATALOGUE = {
  Auth: {
    group: 'Start',
    text: 'Registration, sign-in, tokens, sessions, passwords, and your account.',
  },
  'API keys': {
    group: 'Start',
    text: 'Keys for programs: scopes, expiry, allowed addresses and request signing.',
  },
  Taxonomy: {
    group: 'Start',
    text: 'Categories, brands, models and equipment codes that listings refer to.',
  },
  'Reference data': { group: 'Start', text: 'Exchange rates and the interface texts in each language.' },
  'Own listings': {
    group: 'Sell',
    text: 'A dealer’s stock: drafts, publication, renewal, sale. One call can create and publish.',
  },
  'Listing images': { group: 'Sell', text: 'Images of a listing, in order.' },
  'Bulk import': {
    group: 'Sell',
    text: 'A whole stock from CSV, XML or ZIP, once or on a schedule, and its export.',
  },
  'Seller profile': { group: 'Sell', text: 'Your company as buyers see it, and its verification.' },
  Team: { group: 'Sell', text: 'Team members of a dealer and their roles.' },
  'Saved views': { group: 'Sell', text: 'Saved filters and columns of tables in the dealer workspace.' },
  'Seller dashboard': { group: 'Sell', text: 'Statistics about your stock.' },
  Subscriptions: { group: 'Sell', text: 'Plans, the current subscription, invoices.' },
  Search: { group: 'Search', text: 'Search for live listings by text and filters, with facets.' },
  Listings: { group: 'Search', text: 'Public view of live listings.' },
  Sellers: { group: 'Search', text: 'Public profiles of sellers.' },
  'Saved searches': { group: 'Search', text: 'Saved searches that notify you of new vehicles.' },
  Favorites: { group: 'Search', text: 'Listings that a user has saved.' },
  Comparisons: { group: 'Search', text: 'Up to five listings side by side.' },
  Messages: { group: 'Talk', text: 'Conversations between buyers and sellers.' },
  'Message templates': { group: 'Talk', text: 'Reusable message texts.' },
  Notifications: { group: 'Talk', text: 'Notifications as a list and a stream, and their channels.' },
  Reviews: { group: 'Talk', text: 'Reviews of sellers by buyers, and the replies of the sellers.' },
  Webhooks: { group: 'Integrate', text: 'URLs that receive events, with delivery logs and replay.' },
  Events: { group: 'Integrate', text: 'Events of the account, as a list and as a stream.' },
  'Webhook events': { group: 'Integrate', text: 'Requests that webhooks receive.' },
  Sandbox: {
    group: 'Integrate',
    text: 'Available only in a sandbox: its clock, its emails and a webhook receiver.',
  },
  'Admin: dashboard': { group: 'Run', text: 'Overview of the marketplace.' },
  'Admin: users': { group: 'Run', text: 'Accounts: roles, suspension, verification, erasure.' },
  'Admin: listings': { group: 'Run', text: 'Moderation of listings.' },
  'Admin: reviews': { group: 'Run', text: 'Moderation of reviews.' },
  'Admin: reports': { group: 'Run', text: 'Content reported by users.' },
  'Admin: categories': { group: 'Run', text: 'The category tree.' },
  'Admin: brands': { group: 'Run', text: 'Brands and their models.' },
  'Admin: features': { group: 'Run', text: 'Equipment codes.' },
  'Admin: billing': { group: 'Run', text: 'Plans and their subscribers.' },
  'Admin: jobs': { group: 'Run', text: 'Background jobs that are queued, running or failed.' },
  'Admin: mails': { group: 'Run', text: 'Delivery status of recent emails.' },
  'Admin: search': {
    group: 'Run',
    text: 'Searches without results, and a preview of other synonyms and stop words.',
  },
  'Admin: settings': { group: 'Run', text: 'Settings that can be changed while the server runs.' },
  'Admin: translations': { group: 'Run', text: 'Texts of the interfaces and emails.' },
  'Admin: info pages': {
    group: 'Run',
    text: 'Imprint, privacy, terms and other pages about the marketplace.',
  },
  'Admin: audit log': { group: 'Run', text: 'Actions and their actors, in a tamper-evident hash chain.' },
} as const;

export type TagName = keyof typeof CATALOGUE;

/** Returns the tags in use, in the order of the catalogue. */
export function tagsOf(used: ReadonlySet<string>): { name: string; description: string }[] {
  return Object.entries(CATALOGUE)
    .filter(([name]) => used.has(name))
    .map(([name, { text }]) => ({ name, description: text }));
}

export function tagGroupsOf(used: ReadonlySet<string>): { name: string; tags: string[] }[] {
  const groups = new Map<string, string[]>();
  for (const [name, { group }] of Object.entries(CATALOGUE)) {
    if (used.has(name)) groups.set(group, [...(groups.get(group) ?? []), name]);
  }
  return [...groups].map(([name, tags]) => ({ name, tags }));
}
