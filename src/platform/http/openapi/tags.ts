/** Tags of the endpoints, in the order in which a new client meets them: start, sell, search, talk, integrate. */
const CATALOGUE = {
  Auth: {
    group: 'Start',
    text: 'Registering, signing in, tokens, sessions, passwords, and the own account.',
  },
  'API keys': {
    group: 'Start',
    text: 'Keys for programs: scopes, expiry, allowed addresses and request signing.',
  },
  Taxonomy: {
    group: 'Start',
    text: 'Categories, brands, models and equipment codes that listings refer to.',
  },
  'Reference data': { group: 'Start', text: 'Exchange rates and the words of interfaces in each language.' },
  'Own listings': {
    group: 'Sell',
    text: 'A dealer’s stock: drafts, publication, renewal, sale. One call can create and publish.',
  },
  'Listing images': { group: 'Sell', text: 'Pictures of a listing, in order.' },
  'Bulk import': {
    group: 'Sell',
    text: 'A whole stock from CSV, XML or ZIP, once or on a schedule, and its export.',
  },
  'Seller profile': { group: 'Sell', text: 'The own company as buyers see it, and its verification.' },
  Team: { group: 'Sell', text: 'The people of a dealer, and what each may do.' },
  'Saved views': { group: 'Sell', text: 'Names for what a table of the workspace shows.' },
  'Seller dashboard': { group: 'Sell', text: 'Figures about the own stock.' },
  Subscriptions: { group: 'Sell', text: 'Plans, the current subscription, invoices.' },
  Search: { group: 'Search', text: 'Searching the market in words, by filters and with facets.' },
  Listings: { group: 'Search', text: 'Live listings as everybody sees them.' },
  Sellers: { group: 'Search', text: 'Public profiles of sellers.' },
  'Saved searches': { group: 'Search', text: 'Searches that report new vehicles.' },
  Favorites: { group: 'Search', text: 'Listings that a buyer keeps an eye on.' },
  Comparisons: { group: 'Search', text: 'Up to five listings side by side.' },
  Messages: { group: 'Talk', text: 'Conversations between buyers and sellers.' },
  'Message templates': { group: 'Talk', text: 'Texts that are sent again and again.' },
  Notifications: { group: 'Talk', text: 'What has happened, as a list, a stream and a choice of channels.' },
  Reviews: { group: 'Talk', text: 'What buyers write about sellers, and what sellers reply.' },
  Webhooks: { group: 'Integrate', text: 'Addresses that events are sent to, with delivery logs and replay.' },
  Events: { group: 'Integrate', text: 'What has happened to the account, as a list and as a stream.' },
  'Webhook events': { group: 'Integrate', text: 'What webhooks receive.' },
  Sandbox: {
    group: 'Integrate',
    text: 'Only in a sandbox: its clock, its mails, and a receiver of webhooks.',
  },
  'Admin: dashboard': { group: 'Run', text: 'The market at a glance.' },
  'Admin: users': { group: 'Run', text: 'Accounts: roles, suspension, verification, erasure.' },
  'Admin: listings': { group: 'Run', text: 'Moderation of listings.' },
  'Admin: reviews': { group: 'Run', text: 'Moderation of reviews.' },
  'Admin: reports': { group: 'Run', text: 'What users have reported.' },
  'Admin: categories': { group: 'Run', text: 'The tree of categories.' },
  'Admin: brands': { group: 'Run', text: 'Brands and their models.' },
  'Admin: features': { group: 'Run', text: 'Codes of equipment.' },
  'Admin: billing': { group: 'Run', text: 'Plans and who has them.' },
  'Admin: jobs': { group: 'Run', text: 'Background work that waits, runs or has failed.' },
  'Admin: mails': { group: 'Run', text: 'What has become of the newest mails.' },
  'Admin: search': {
    group: 'Run',
    text: 'Words that searches do not find, and what other words would change.',
  },
  'Admin: settings': { group: 'Run', text: 'What is changed while the server runs.' },
  'Admin: translations': { group: 'Run', text: 'Texts of interfaces and mails.' },
  'Admin: info pages': { group: 'Run', text: 'Imprint, privacy, terms and other pages about the market.' },
  'Admin: audit log': { group: 'Run', text: 'Who did what, in a chain that shows tampering.' },
} as const;

export type TagName = keyof typeof CATALOGUE;

/** The tags that are used, in the order of the catalogue. */
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
