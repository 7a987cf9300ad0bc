/**
 * Examples of the OpenAPI documents. A tour through the demo marketplace sends each request and records the requests and
 * responses. With EXAMPLES=write (set by `npm run docs`) it stores the examples that are new or have changed in shape in
 * resources/openapi-examples.json. Otherwise it checks that the stored examples still match the documents.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_EMAILS, DEMO_PASSWORD } from '../../src/modules/demo/accounts.ts';
import { ensureDemo } from '../../src/modules/demo/index.ts';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import {
  type Content,
  DOCUMENT_NAMES,
  documentOf,
  operationsOf,
  resolve,
  type Response,
} from '../support/openapi.ts';
import { FORM_HEADERS, formBytes, type FormPart } from '../http/auth/support.ts';
import { jpeg } from '../http/media/support/pictures.ts';
import { BrowserSession } from '../support/browser-session.ts';
import { listen } from '../support/event-stream.ts';
import { createAdmin, createBuyer } from '../support/factories.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type TestResponse, createTestApp, type TestApp } from '../support/test-app.ts';

const FILE = path.join(PACKAGE_ROOT, 'resources', 'openapi-examples.json');
const ITEMS_MAX = 1;
const TEXT_MAX = 60;
/** An object with more texts than this is shown with only some of them. */
const NAMES_MAX = 20;
const NAMES_SHOWN = 3;
const LINES_MAX = 3;
const LINE_LENGTH_MAX = 160;
const LISTS_OF_FILES = new Set(['images', 'documents']);
/** Values that a document must not show, even of an instance that no longer exists. */
const SECRETS = new Set(['accessToken', 'refreshToken', 'key', 'signingSecret', 'secret', 'token']);

type Actor = 'nobody' | 'buyer' | 'seller' | 'agent' | 'admin' | 'newcomer' | 'key' | 'judge';
interface Step {
  readonly id: string;
  readonly who: Actor;
  readonly path: string;
  readonly body?: unknown;
  /** A form instead of a JSON body. */
  readonly form?: readonly FormPart[];
  /** Sends the request if `path`, `body` and `form` are not enough. */
  readonly send?: () => Promise<Pick<TestResponse, 'status' | 'text' | 'headers' | 'body'>>;
}
interface Example {
  readonly body?: unknown;
  /** Form fields: the content of text files, the name of others. */
  readonly form?: unknown;
  /** Responses by status; responses that are not JSON by content type. */
  readonly answers?: Readonly<Record<string, unknown>>;
}

let t: TestApp;
let translator: Receiver;
let market: string | undefined;
const tokens = new Map<Actor, string>();
beforeAll(async () => {
  translator = await startReceiver();
  translator.usually((response) => {
    const detectedLanguage = { confidence: 90, language: 'de' };
    response.end(
      JSON.stringify({ translatedText: 'From first hand, serviced regularly.', detectedLanguage }),
    );
  });
  t = await createTestApp({
    env: { TRANSLATION_SERVICE: 'libretranslate', TRANSLATION_URL: new URL(translator.url).origin },
  });
  await ensureDemo(t.app.modules.demo, { logins: true });
  for (const role of ['buyer', 'seller', 'admin'] as const) {
    const response = await t.post('/v1/auth/login', { email: DEMO_EMAILS[role], password: DEMO_PASSWORD });
    tokens.set(role, String(response.body.data.accessToken));
  }
}, 120_000);
afterAll(async () => {
  t.http.server.closeAllConnections();
  await t.close();
  await translator.close();
});

const read = async (who: Actor, url: string): Promise<TestResponse['body']> => {
  const token = tokens.get(who);
  const response = await t.get(`/v1${url}`, token === undefined ? {} : { as: token });
  expect([url, response.status]).toEqual([url, 200]);
  return response.body.data;
};

const AGENT = { email: 'alex@dealer.example', password: 'Longhaul24' };
const TRUCK = {
  title: 'MAN TGX 18.510 4x2 BLS, first hand',
  category: 'tractor-units',
  subcategory: 'standard-tractor-units',
  brand: 'man',
  model: 'TGX',
  year: 2021,
  mileage: 398_000,
  price: 61_900,
  currency: 'EUR',
  vatDeductible: true,
  fuelType: 'diesel',
  transmission: 'automatic',
  driveType: '4x2',
  euroStandard: 'euro6',
  location: { country: 'DE', city: 'Hamburg' },
};

/** The parts of the tour. Each can depend on what earlier parts created. */
const PARTS: readonly (() => Promise<readonly Step[]>)[] = [
  async () => {
    const { results } = await read('nobody', '/search?q=actros&limit=2');
    const [first, second] = results;
    const listing = await read('nobody', `/listings/${first.slug}`);
    return [
      step('search.run', 'nobody', '/search?q=actros+2020+under+90k&limit=1'),
      step('search.suggest', 'nobody', '/search/suggestions?q=act'),
      step('publicListings.list', 'nobody', '/listings?limit=1'),
      step('publicListings.get', 'nobody', `/listings/${first.slug}`),
      step('publicListings.similar', 'nobody', `/listings/${first.slug}/similar`),
      step('sellers.get', 'nobody', `/sellers/${listing['seller'].slug}`),
      step('sellers.listListings', 'nobody', `/sellers/${listing['seller'].slug}/listings?limit=1`),
      step('sellers.listReviews', 'nobody', `/sellers/${listing['seller'].slug}/reviews?limit=1`),
      step('categories.list', 'nobody', '/categories'),
      step('categories.get', 'nobody', '/categories/tractor-units'),
      step('brands.list', 'nobody', '/brands'),
      step('brands.get', 'nobody', '/brands/man'),
      step('features.list', 'nobody', '/features'),
      step('currencies.list', 'nobody', '/currencies'),
      step('plans.list', 'nobody', '/subscriptions/plans'),
      step('favorites.add', 'buyer', '/favorites', { listingId: first.id }),
      step('favorites.merge', 'buyer', '/favorites/merge', { listingIds: [first.id, second.id] }),
      step('favorites.ids', 'buyer', '/favorites/ids'),
      step('favorites.list', 'buyer', '/favorites?limit=1'),
      step('comparisons.create', 'buyer', '/comparisons', {
        listingIds: [first.id, second.id],
        name: 'Two Actros',
      }),
      step('comparisons.list', 'buyer', '/comparisons?limit=1'),
      step('savedSearches.preview', 'buyer', '/search/saved/preview', { query: { brand: 'man' } }),
      step('savedSearches.create', 'buyer', '/search/saved', {
        name: 'MAN tractors to 60,000 €',
        query: { brand: 'man', category: 'tractor-units', max_price: 60_000 },
        alerts: true,
        alert_frequency: 'daily',
      }),
      step('savedSearches.list', 'buyer', '/search/saved?limit=1'),
      step('emailAlerts.request', 'nobody', '/search/alerts', {
        email: 'ingrid@haulage.example',
        name: 'MAN tractors to 60,000 €',
        query: { brand: 'man', category: 'tractor-units', max_price: 60_000 },
      }),
    ];
  },
  async () => [
    step('auth.register', 'nobody', '/auth/register', {
      email: 'dana@dealer.example',
      password: 'Longhaul24',
      name: 'Dana Dealer',
      role: 'SELLER',
      companyName: 'Dana Trucks',
      country: 'DE',
    }),
    step('auth.login', 'nobody', '/auth/login', { email: 'dana@dealer.example', password: 'Longhaul24' }),
    step('auth.forgotPassword', 'nobody', '/auth/forgot-password', { email: 'dana@dealer.example' }),
    step('account.get', 'seller', '/auth/me'),
    step('account.update', 'buyer', '/auth/me', { language: 'de', currency: 'EUR' }),
    step('sessions.list', 'seller', '/auth/sessions?limit=1'),
    step('apiKeys.create', 'seller', '/account/api-keys', {
      name: 'Stock system',
      scopes: ['listings:read', 'listings:write'],
      password: DEMO_PASSWORD,
    }),
    step('apiKeys.list', 'seller', '/account/api-keys?limit=1'),
    step('accountSecurity.get', 'seller', '/account/security'),
  ],
  async () => [
    step('listings.create', 'seller', '/seller/listings', { ...TRUCK, publish: true }),
    step('listings.list', 'seller', '/seller/listings?limit=1'),
    step('dashboard.get', 'seller', '/seller/dashboard'),
    step('sellerProfile.get', 'seller', '/seller/profile'),
    step('sellerProfile.update', 'seller', '/seller/profile', { about: 'Trucks from one hand since 1987.' }),
    step('team.get', 'seller', '/seller/team'),
    step('team.listApiKeys', 'seller', '/seller/team/api-keys'),
    step('team.invite', 'seller', '/seller/team/invitations', {
      email: 'alex@dealer.example',
      role: 'AGENT',
    }),
    step('subscription.get', 'seller', '/subscriptions'),
    step('subscription.preview', 'seller', '/subscriptions/preview', {
      planId: 'professional',
      billingCycle: 'yearly',
    }),
    step('invoices.list', 'seller', '/subscriptions/invoices?limit=1'),
    step('imports.list', 'seller', '/seller/bulk-import?limit=1'),
    step('imports.listPresets', 'seller', '/seller/bulk-import/presets'),
    step('receivedReviews.list', 'seller', '/seller/reviews?limit=1'),
    step('messageTemplates.create', 'seller', '/seller/message-templates', {
      name: 'Still for sale',
      category: 'first answer',
      content: 'Hello {{name}}, the vehicle is still for sale. When would you like to see it?',
    }),
    step('messageTemplates.list', 'seller', '/seller/message-templates'),
    step('webhooks.create', 'seller', '/webhooks', {
      url: 'https://dealer.example/hooks/fifthwheel',
      events: ['listing.sold', 'inquiry.created'],
    }),
    step('webhooks.list', 'seller', '/webhooks?limit=1'),
  ],
  async () => {
    const { listings } = await read('seller', '/seller/listings?limit=1&q=first%20hand');
    const { webhooks } = await read('seller', '/webhooks?limit=1');
    const [listing] = listings;
    const { comparisons } = await read('buyer', '/comparisons');
    const searches = await read('buyer', '/search/saved');
    const conversations = await read('buyer', '/messages/conversations?limit=1');
    const [conversation] = conversations['conversations'];
    const { messages } = await read('buyer', `/messages/conversations/${conversation.id}?limit=1`);
    const oneMessage = `/messages/conversations/${conversation.id}/messages/${messages[0].id}`;
    return [
      step('listings.get', 'seller', `/seller/listings/${listing.id}`),
      step('listings.update', 'seller', `/seller/listings/${listing.id}`, { price: 59_900 }),
      step('listingImages.list', 'seller', `/seller/listings/${listing.id}/images`),
      step('listings.markSold', 'seller', `/seller/listings/${listing.id}/sold`, { soldPrice: 58_500 }),
      step('webhooks.get', 'seller', `/webhooks/${webhooks[0].id}`),
      step('webhooks.update', 'seller', `/webhooks/${webhooks[0].id}`, { events: ['*'] }),
      step('webhooks.rotateSecret', 'seller', `/webhooks/${webhooks[0].id}/rotate-secret`),
      step('comparisons.get', 'buyer', `/comparisons/${comparisons[0].id}`),
      step('comparisons.share', 'buyer', `/comparisons/${comparisons[0].id}/share`),
      step('savedSearches.get', 'buyer', `/search/saved/${searches.saved_searches[0].id}`),
      step('conversations.list', 'buyer', '/messages/conversations?limit=1'),
      step('conversations.start', 'buyer', '/messages/conversations', {
        listing_id: conversation.listing.id,
        message: 'Is the truck still for sale? I could come on Friday.',
      }),
      step('conversations.get', 'buyer', `/messages/conversations/${conversation.id}?limit=1`),
      step('conversations.send', 'buyer', `/messages/conversations/${conversation.id}`, {
        content: 'What would you take for it?',
      }),
      step('conversations.translate', 'buyer', `${oneMessage}/translation`, { language: 'en' }),
      step(
        'conversations.translations',
        'buyer',
        `/messages/conversations/${conversation.id}/translations?language=en`,
      ),
      step('conversations.markRead', 'buyer', `/messages/conversations/${conversation.id}/read`),
      step('conversations.archive', 'buyer', `/messages/conversations/${conversation.id}/archive`),
      step('messages.countUnread', 'buyer', '/messages/unread'),
      step('notifications.countUnread', 'seller', '/notifications/unread-count'),
      step('notifications.getPreferences', 'seller', '/notifications/preferences'),
      step('notifications.setPreferences', 'seller', '/notifications/preferences', {
        preferences: { message: { email: false } },
      }),
      step('reviews.list', 'buyer', '/reviews?limit=1'),
      step('threads.list', 'buyer', '/messages?limit=1'),
      step('threads.get', 'buyer', `/messages/${conversation.id}?limit=1`),
      step('threads.send', 'buyer', '/messages', {
        threadId: conversation.id,
        content: 'Is there a spare wheel with it?',
      }),
      step('threads.archive', 'buyer', `/messages/${conversation.id}/archive`, { archived: false }),
      step('publicListings.reportAsGuest', 'nobody', `/listings/${conversation.listing.id}/guest-report`, {
        reason: 'stolen',
        details: 'This truck was stolen from our yard on Monday.',
        name: 'Grete Gast',
        email: 'grete@guests.example',
      }),
      step('translations.get', 'nobody', '/translations/de'),
    ];
  },
  async () => {
    const { conversations } = await read('seller', '/messages/conversations?limit=1');
    const { messages } = await read('seller', `/messages/conversations/${conversations[0].id}`);
    const participantMessage = messages.find(
      ({ sender_id: sender }: { sender_id: string }) => sender === conversations[0].participant.id,
    );
    const { comparisons } = await read('buyer', '/comparisons');
    const shared = await t.post(`/v1/comparisons/${comparisons[0].id}/share`, undefined, {
      as: tokens.get('buyer') ?? '',
    });
    const created = await t.post(
      '/v1/account/api-keys',
      { name: 'Till', scopes: ['listings:read'], password: DEMO_PASSWORD },
      { as: tokens.get('seller') ?? '' },
    );
    tokens.set('key', created.body.data.apiKey.key);
    return [
      step('messages.report', 'seller', `/messages/${participantMessage.id}/report`, {
        reason: 'spam',
        details: 'The same words came to all of our vehicles.',
      }),
      step('comparisons.getShared', 'nobody', `/comparisons/shared/${shared.body.data.token}`),
      step('apiKeys.verify', 'key', '/auth/verify'),
    ];
  },
  async () => {
    const { listings } = await read('seller', '/seller/listings?limit=1&status=ACTIVE');
    return [
      formStep('account.setAvatar', 'seller', '/account/avatar', [await picture('avatar', 'portrait.jpg')]),
      formStep('sellerProfile.setLogo', 'seller', '/seller/profile/logo', [
        await picture('logo', 'logo.jpg'),
      ]),
      formStep('listingImages.add', 'seller', `/seller/listings/${listings[0].id}/images`, [
        await picture('images', 'left-side.jpg'),
      ]),
      step('dashboard.exportVehicles', 'seller', '/seller/dashboard/vehicles.csv'),
      step('dashboard.export', 'seller', '/seller/dashboard/export.csv'),
      step('imports.templateCsv', 'seller', '/seller/bulk-import/template.csv'),
      step('imports.templateXml', 'seller', '/seller/bulk-import/template.xml'),
      step('imports.exportStock', 'seller', '/seller/bulk-import/export'),
      step('imports.exportStock', 'seller', '/seller/bulk-import/export?format=xml'),
      formStep('imports.inspect', 'seller', '/seller/bulk-import/inspect', [stockFile()]),
      formStep('imports.create', 'seller', '/seller/bulk-import', [
        { name: 'publish', value: 'submit' },
        stockFile(`${STOCK}LKW-8,,no-such-category,man,TGX,2020,55000,EUR\n`),
      ]),
    ];
  },
  async () => {
    await t.drainJobs({ mayFail: 'any' });
    const { jobs } = await read('seller', '/seller/bulk-import?limit=1');
    const path = `/seller/bulk-import/${jobs[0].id}`;
    return [
      step('imports.get', 'seller', path),
      step('imports.listProblems', 'seller', `${path}/errors`),
      step('imports.listProblemGroups', 'seller', `${path}/problem-groups`),
      step('imports.listProblems', 'seller', `${path}/errors?format=csv`),
      formStep('imports.create', 'seller', '/seller/bulk-import', [
        { name: 'publish', value: 'submit' },
        stockFile(),
      ]),
    ];
  },
  async () => {
    const { jobs } = await read('seller', '/seller/bulk-import?limit=1');
    return [step('imports.cancel', 'seller', `/seller/bulk-import/${jobs[0].id}/cancel`)];
  },
  async () => [
    { ...step('events.stream', 'seller', ''), send: () => firstEventOf('/events/stream') },
    { ...step('notifications.stream', 'seller', ''), send: () => firstEventOf('/notifications/stream') },
  ],
  async () => {
    const { listings } = await read('seller', '/seller/listings?limit=2&status=ACTIVE');
    const [listing, other] = listings;
    const stock = await read('seller', '/seller/listings?limit=100&status=ACTIVE');
    const featured = stock['listings'].find((each: { featured: boolean }) => each.featured);
    const { results } = await read('nobody', '/search?q=actros&limit=2');
    const { images } = await read('seller', `/seller/listings/${listing.id}/images`);
    const { pages } = await read('nobody', '/info-pages');
    const truck = { ...TRUCK, title: 'MAN TGX 18.510 4x2 BLS, second tank', price: 58_500 };
    return [
      step('listings.replace', 'seller', `/seller/listings/${listing.id}`, truck),
      step('listings.put', 'seller', '/seller/listings/by-external-id/LKW-12', truck),
      step('listings.batch', 'seller', '/seller/listings/batch', {
        operations: [{ op: 'update', id: other.id, listing: { price: 41_500 } }],
      }),
      step('listings.stats', 'seller', `/seller/listings/${listing.id}/stats`),
      step('listings.listHistory', 'seller', `/seller/listings/${listing.id}/history?limit=1`),
      step('listings.unfeature', 'seller', `/seller/listings/${featured.id}/unfeature`),
      step('listings.feature', 'seller', `/seller/listings/${other.id}/feature`, { days: 7 }),
      step('listingImages.order', 'seller', `/seller/listings/${listing.id}/images`, {
        order: images.map((image: { id: string }) => image.id),
      }),
      step('dashboard.vehicles', 'seller', '/seller/dashboard/vehicles?limit=1'),
      step('publicListings.prices', 'nobody', `/listings/${results[0].slug}/prices`),
      step('publicListings.pricePosition', 'nobody', `/listings/${results[0].slug}/price-position`),
      step('publicListings.delivery', 'nobody', `/listings/${results[0].slug}/delivery?city=Dresden`),
      step('publicListings.translate', 'nobody', `/listings/${results[0].slug}/translation`, {
        language: 'en',
      }),
      step('publicListings.translation', 'nobody', `/listings/${results[0].slug}/translation?language=en`),
      step('publicListings.report', 'buyer', `/listings/${results[0].slug}/report`, {
        reason: 'misleading',
        details: 'The pictures show another vehicle.',
      }),
      step('comparisons.preview', 'nobody', `/comparisons/preview?ids=${results[0].id},${results[1].id}`),
      step('savedViews.save', 'seller', '/account/views', {
        area: 'listings',
        name: 'Waiting for review',
        query: 'status=PENDING_REVIEW',
      }),
      step('savedViews.list', 'seller', '/account/views'),
      step('infoPages.list', 'nobody', '/info-pages'),
      step('infoPages.get', 'nobody', `/info-pages/${pages[0].slug}`),
    ];
  },
  async () => {
    await t.drainJobs({ mayFail: 'any' });
    await t.app.modules.webhooks.deliverDue();
    const { templates } = await read('seller', '/seller/message-templates');
    const { comparisons } = await read('buyer', '/comparisons');
    const { saved_searches: searches } = await read('buyer', '/search/saved');
    const { reviews: received } = await read('seller', '/seller/reviews?limit=1');
    const { reviews: written } = await read('buyer', '/reviews?limit=1');
    const { webhooks } = await read('seller', '/webhooks?limit=1');
    const { logs } = await read('seller', `/webhooks/${webhooks[0].id}/logs?limit=1`);
    const { events } = await read('seller', '/events?limit=1');
    const { conversations } = await read('seller', '/messages/conversations?limit=1');
    const { favorites } = await read('buyer', '/favorites?limit=1');
    const alertToken = t.mailbox
      .map(({ text }) => /\/alerts\/(fwal_[\w-]+)/.exec(text)?.[1])
      .find((token) => token !== undefined);
    const hook = `/webhooks/${webhooks[0].id}`;
    return [
      step('emailAlerts.get', 'nobody', `/search/alerts/${alertToken}`),
      step('emailAlerts.confirm', 'nobody', `/search/alerts/${alertToken}/confirm`, {}),
      step('favorites.update', 'buyer', `/favorites/${favorites[0].listing.id}`, {
        note: 'Ask for the date of the last tachograph inspection.',
      }),
      step('savedSearches.update', 'buyer', `/search/saved/${searches[0].id}`, { alert_frequency: 'weekly' }),
      step('savedSearches.markSeen', 'buyer', `/search/saved/${searches[0].id}/seen`),
      step('comparisons.update', 'buyer', `/comparisons/${comparisons[0].id}`, { name: 'Two tractors' }),
      step('conversations.markRead', 'seller', `/messages/conversations/${conversations[0].id}/read`, {}),
      step('messages.createTemplate', 'seller', '/messages/templates', {
        name: 'Viewing',
        content: 'When would you like to see the vehicle?',
      }),
      step('messageTemplates.update', 'seller', `/seller/message-templates/${templates[0].id}`, {
        category: 'first answers',
      }),
      step('reviews.update', 'buyer', `/reviews/${written[0].id}`, {
        rating: 4,
        text: 'As described, and quickly handed over.',
      }),
      step('reviews.report', 'seller', `/reviews/${received[0].id}/report`, { reason: 'spam' }),
      step('webhooks.test', 'seller', `${hook}/test`, { event_type: 'listing.sold' }),
      step('webhooks.listLogs', 'seller', `${hook}/logs?limit=1`),
      step('webhooks.getLog', 'seller', `${hook}/logs/${logs[0].id}`),
      step('webhooks.retryDelivery', 'seller', `${hook}/logs/${logs[0].id}/retry`),
      step('webhooks.replay', 'seller', `${hook}/replay`, { since: t.clock.now().toISOString() }),
      step('webhooks.replace', 'seller', hook, {
        url: 'https://dealer.example/hooks/sold',
        events: ['listing.sold'],
      }),
      step('events.list', 'seller', '/events?limit=1'),
      step('events.get', 'seller', `/events/${events[0].id}`),
      step('notifications.createStreamTicket', 'seller', '/notifications/stream-ticket'),
      step('blocks.create', 'seller', '/messages/blocks', {
        participant_id: conversations[0].participant.id,
      }),
      step('blocks.list', 'seller', '/messages/blocks'),
      step('accountSecurity.update', 'seller', '/account/security', { requireSignature: false }),
    ];
  },
  async () => [
    step('importMappings.set', 'seller', '/seller/bulk-import/mappings/own', {
      columns: [{ column: 'Interne Nummer', readAs: 'external_id' }],
    }),
    step('importMappings.list', 'seller', '/seller/bulk-import/mappings'),
    step('importFeed.set', 'seller', '/seller/bulk-import/pull', {
      url: 'https://dealer.example/stock.csv',
      mode: 'full',
    }),
    step('importFeed.get', 'seller', '/seller/bulk-import/pull'),
  ],
  async () => {
    await t.post('/v1/auth/register', { ...AGENT, name: 'Alex Agent', role: 'BUYER' });
    await t.drainJobs({ mayFail: 'any' });
    const signedIn = await t.post('/v1/auth/login', AGENT);
    tokens.set('agent', String(signedIn.body.data.accessToken));
    const mail = t.mailbox.findLast(({ to, text }) => to === AGENT.email && text.includes('fwi_'));
    const token = /fwi_[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
    return [
      step('account.export', 'agent', '/auth/me/export'),
      { ...step('account.export', 'agent', ''), send: exportLargeAccount },
      step('team.getInvitation', 'agent', `/seller/team/invitations/${token}/details`),
      step('team.acceptInvitation', 'agent', `/seller/team/invitations/${token}/accept`, {
        leaveCompany: false,
      }),
    ];
  },
  async () => {
    const { members } = await read('seller', '/seller/team');
    const { webhooks } = await read('seller', '/webhooks');
    await t.drainJobs({ mayFail: 'any' });
    const { notifications } = await read('seller', '/notifications?limit=1');
    await t.post('/v1/auth/forgot-password', { email: AGENT.email });
    await t.drainJobs({ mayFail: 'any' });
    const mail = t.mailbox.findLast(({ to, subject }) => to === AGENT.email && subject.includes('Reset'));
    const [, token = ''] = /enter: (\S+)/.exec(mail?.text ?? '') ?? [];
    return [
      step('auth.resetPassword', 'nobody', '/auth/reset-password', {
        token,
        password: 'Shorthaul42',
        confirmPassword: 'Shorthaul42',
      }),
      step('team.changeRole', 'seller', `/seller/team/${members.at(-1).id}`, { role: 'MANAGER' }),
      step('webhooks.handOver', 'seller', `/webhooks/${webhooks[0].id}/hand-over`, {
        memberId: members[0].id,
      }),
      step('notifications.list', 'seller', '/notifications?limit=1'),
      step('notifications.markRead', 'seller', `/notifications/${notifications[0].id}/read`),
      step('notifications.markAllRead', 'seller', '/notifications/read-all'),
    ];
  },
  async () => {
    // A newcomer buys first, then sells, then pays for a plan.
    const { results } = await read('nobody', '/search?q=actros&limit=1');
    const { seller } = await read('nobody', `/listings/${results[0].slug}`);
    const newcomer = { email: 'nina@buyer.example', password: 'Longhaul24' };
    await t.post('/v1/auth/register', { ...newcomer, name: 'Nina Novak', role: 'BUYER' });
    await t.drainJobs({ mayFail: 'any' });
    const code = codeSentTo(newcomer.email);
    const sent = t.mailbox.findLast(({ to }) => to === newcomer.email);
    const [, link = ''] = /verify\?token=(\S+)/.exec(sent?.text ?? '') ?? [];
    const signedIn = await t.post('/v1/auth/login', newcomer);
    tokens.set('newcomer', String(signedIn.body.data.accessToken));
    await t.post('/v1/auth/forgot-password', { email: newcomer.email });
    return [
      step('auth.resendVerification', 'nobody', '/auth/resend-verification', {
        email: 'dana@dealer.example',
      }),
      step('auth.verifyEmail', 'nobody', '/auth/verify-email', { email: newcomer.email, code }),
      step('auth.verifyEmailByLink', 'nobody', '/auth/verify-email/link', { token: link }),
      step('auth.refresh', 'nobody', '/auth/refresh', {
        refreshToken: String(signedIn.body.data.refreshToken),
      }),
      step('auth.changePassword', 'newcomer', '/auth/change-password', {
        currentPassword: newcomer.password,
        newPassword: 'Shorthaul42',
        confirmPassword: 'Shorthaul42',
      }),
      step('account.changeEmail', 'newcomer', '/account/email', {
        email: 'nina.novak@buyer.example',
        password: 'Shorthaul42',
      }),
      step('account.verifyPhone', 'newcomer', '/account/phone', { phone: '+4940123456' }),
      step('sellers.get', 'nobody', `/sellers/${seller.slug}`),
    ];
  },
  async () => {
    // A user who has received a reply to an inquiry can write a review.
    const { listings } = await read('seller', '/seller/listings?limit=1&status=ACTIVE');
    const { seller } = await read('nobody', `/listings/${listings[0].slug}`);
    const as = tokens.get('newcomer') ?? '';
    const question = { listing_id: listings[0].id, message: 'Is the truck still for sale?' };
    const inquiry = await t.post('/v1/messages/conversations', question, { as });
    const response = { content: 'It is. When would you like to see it?' };
    const conversation = `/v1/messages/conversations/${inquiry.body.data.id ?? inquiry.body.data.conversation.id}`;
    await t.post(conversation, response, { as: tokens.get('seller') ?? '' });
    return [
      step('reviews.create', 'newcomer', `/sellers/${seller.slug}/reviews`, {
        rating: 5,
        title: 'Quick and honest',
        text: 'The truck was as described, and everything was ready when I came.',
      }),
      step('account.becomeSeller', 'newcomer', '/account/become-seller', {
        companyName: 'Novak Trucks',
        country: 'DE',
      }),
    ];
  },
  async () => {
    const { reviews } = await read('seller', '/seller/reviews?limit=1');
    const path = `/seller/reviews/${reviews[0].id}/reply`;
    return [
      step('receivedReviews.reply', 'seller', path, { text: 'Thank you, and a good journey.' }),
      step('receivedReviews.changeReply', 'seller', path, { text: 'Thank you. See you at the next one!' }),
    ];
  },
  async () => {
    await t.drainJobs({ mayFail: 'any' });
    const signedIn = await t.post('/v1/auth/login', { email: 'nina@buyer.example', password: 'Shorthaul42' });
    tokens.set('newcomer', String(signedIn.body.data.accessToken));
    return [
      step('account.confirmEmail', 'newcomer', '/account/email/confirm', {
        code: codeSentTo('nina.novak@buyer.example'),
      }),
      step('account.confirmPhone', 'newcomer', '/account/phone/confirm', {
        code: /\b\d{4,8}\b/.exec(t.textMessages.at(-1)?.text ?? '')?.[0] ?? '',
      }),
      formStep('documents.add', 'newcomer', '/account/documents', [pdfDocument('documents')]),
      step('documents.list', 'newcomer', '/account/documents'),
      step('admin.verifications.list', 'admin', '/admin/verifications?limit=1'),
      step('sellerProfile.update', 'newcomer', '/seller/profile', {
        street: 'Industriestraße 12',
        postalCode: '21079',
        city: 'Hamburg',
        country: 'DE',
      }),
      step('subscription.create', 'newcomer', '/subscriptions', {
        planId: 'starter',
        billingCycle: 'monthly',
        paymentMethod: 'pm_ok',
      }),
      step('subscription.change', 'newcomer', '/subscriptions', { planId: 'professional' }),
      step('subscription.cancel', 'newcomer', '/subscriptions/cancel'),
      step('subscription.resume', 'newcomer', '/subscriptions/resume'),
      step('subscription.getPaymentForm', 'newcomer', '/subscriptions/payment-form'),
    ];
  },
  async () => {
    const as = tokens.get('newcomer') ?? '';
    const body = { name: 'Price lists', scopes: ['listings:read'], password: 'Shorthaul42' };
    const headers = { 'idempotency-key': 'lost' };
    const { apiKey } = (await t.post('/v1/account/api-keys', body, { as })).body.data;
    const regenerate = `/v1/account/api-keys/${apiKey.id}/regenerate`;
    const password = { password: 'Shorthaul42' };
    await t.post(regenerate, password, { as, headers: { 'idempotency-key': 'lost too' } });
    await t.post('/v1/account/api-keys', body, { as, headers });
    // Simulates a crash between the commit and the response.
    await sql`update idempotency_keys set status = null, headers = null, body = null, created_at = created_at - interval '1 minute'
      where key in ('lost', 'lost too')`.execute(t.db);
    return [
      {
        ...step('apiKeys.create', 'newcomer', '/account/api-keys'),
        send: () => t.post('/v1/account/api-keys', body, { as, headers }),
      },
      {
        ...step('apiKeys.regenerate', 'newcomer', '/account/api-keys'),
        send: () => t.post(regenerate, password, { as, headers: { 'idempotency-key': 'lost too' } }),
      },
    ];
  },
  async () => [
    step('admin.coupons.create', 'admin', '/admin/coupons', {
      code: 'SPRING-FAIR',
      name: 'Fair in spring',
      percent: 20,
      periods: 3,
      validUntil: '2031-04-01T00:00:00.000Z',
      redemptionsMax: 100,
    }),
  ],
  async () => {
    const { coupons } = await read('admin', '/admin/coupons?limit=1');
    const coupon = `/admin/coupons/${coupons[0].id}`;
    const redeemed = await t.patch(
      '/v1/subscriptions',
      { couponCode: coupons[0].code },
      { as: tokens.get('newcomer') ?? '' },
    );
    expect([redeemed.status, redeemed.text]).toEqual([200, redeemed.text]);
    return [
      step('admin.coupons.list', 'admin', '/admin/coupons?limit=1'),
      step('admin.coupons.get', 'admin', coupon),
      step('admin.coupons.redemptions', 'admin', `${coupon}/redemptions?limit=1`),
      step('admin.coupons.update', 'admin', coupon, { note: 'Handed out at the stand.' }),
    ];
  },
  async () => {
    const { invoices } = await read('newcomer', '/subscriptions/invoices?limit=1');
    const { payments } = await read('admin', '/admin/payments?limit=1');
    const { verifications } = await read('admin', '/admin/verifications?limit=1');
    const { id: newcomer } = await read('newcomer', '/auth/me');
    const key = await t.post(
      '/v1/account/api-keys',
      { name: 'Stock system', scopes: ['listings:read'], password: 'Shorthaul42' },
      { as: tokens.get('newcomer') ?? '' },
    );
    const { id } = key.body.data.apiKey;
    return [
      step('invoices.get', 'newcomer', `/subscriptions/invoices/${invoices[0].id}`),
      step('admin.payments.refund', 'admin', `/admin/payments/${payments[0].id}/refunds`, {
        amount: 10,
        reason: 'Agreed on the telephone.',
      }),
      step('admin.payments.list', 'admin', '/admin/payments?limit=1'),
      step('admin.payments.get', 'admin', `/admin/payments/${payments[0].id}`),
      step('admin.invoices.list', 'admin', '/admin/invoices?limit=1'),
      step('admin.invoices.get', 'admin', `/admin/invoices/${invoices[0].id}`),
      step(
        'admin.verifications.decide',
        'admin',
        `/admin/verifications/${verifications[0].sellerId}/decide`,
        {
          verified: false,
          reason: 'The register cannot be read.',
        },
      ),
      step('admin.users.listSessions', 'admin', `/admin/users/${newcomer}/sessions`),
      {
        ...step('admin.users.view', 'admin', '', { reason: 'They say that their listings are gone.' }),
        send: () => startView(newcomer, { reason: 'They say that their listings are gone.' }),
      },
      step('admin.users.orderExport', 'admin', `/admin/users/${newcomer}/export`),
      step('admin.users.export', 'admin', `/admin/users/${newcomer}/export`),
      step('apiKeys.regenerate', 'newcomer', `/account/api-keys/${id}/regenerate`, {
        password: 'Shorthaul42',
      }),
      step('account.erase', 'newcomer', '/auth/me', { password: 'Shorthaul42' }),
    ];
  },
  async () => {
    const { users } = await read('admin', '/admin/users?role=BUYER&limit=1');
    const { listings } = await read('admin', '/admin/listings?limit=1&status=ACTIVE');
    const { reports } = await read('admin', '/admin/reports?limit=1&status=open');
    return [
      step('admin.dashboard.get', 'admin', '/admin/dashboard'),
      step('admin.users.list', 'admin', '/admin/users?limit=1'),
      step('admin.users.get', 'admin', `/admin/users/${users[0].id}`),
      step('admin.listings.list', 'admin', '/admin/listings?limit=1'),
      step('admin.listings.suspend', 'admin', `/admin/listings/${listings[0].id}/suspend`, {
        reason: 'The pictures show another vehicle.',
      }),
      step('admin.listings.restore', 'admin', `/admin/listings/${listings[0].id}/restore`),
      step('admin.reports.list', 'admin', '/admin/reports?limit=1'),
      step('admin.reviews.list', 'admin', '/admin/reviews?limit=1'),
      step('admin.plans.list', 'admin', '/admin/plans'),
      step('admin.settings.list', 'admin', '/admin/settings'),
      step('admin.auditLog.list', 'admin', '/admin/audit-log?limit=1'),
      step('admin.auditLog.head', 'admin', '/admin/audit-log/head'),
      step('admin.categories.list', 'admin', '/admin/categories'),
      step('admin.brands.list', 'admin', '/admin/brands'),
      step('admin.features.list', 'admin', '/admin/features'),
      step('admin.translations.list', 'admin', '/admin/translations'),
      step('admin.settings.set', 'admin', '/admin/settings/listings.soldReopenDays', { value: 45 }),
      step('admin.settings.updateSeveral', 'admin', '/admin/settings', {
        settings: { 'listings.soldReopenDays': 40 },
      }),
      step('admin.settings.get', 'admin', '/admin/settings/exchangeRates'),
      step('admin.settings.history', 'admin', '/admin/settings/listings.soldReopenDays/history?limit=1'),
      step('admin.settings.importExchangeRates', 'admin', '/admin/settings/exchangeRates/import', {
        csv: 'currency,rate\nUSD,1.09\nPLN,4.28',
        asOf: '2026-01-30',
      }),
      step('admin.plans.update', 'admin', '/admin/plans/professional', { trialDays: 30 }),
      step('admin.categories.create', 'admin', '/admin/categories', {
        name: 'Road sweepers',
        names: { de: 'Kehrmaschinen' },
        parent: 'trucks',
        aliases: ['Kehrmaschine'],
      }),
      step('admin.categories.get', 'admin', '/admin/categories/road-sweepers'),
      step('admin.categories.update', 'admin', '/admin/categories/road-sweepers', {
        aliases: ['Kehrmaschine', 'street sweeper'],
      }),
      step('admin.brands.create', 'admin', '/admin/brands', {
        name: 'Bucher',
        classes: ['TR'],
        models: ['CityCat'],
      }),
      step('admin.brands.get', 'admin', '/admin/brands/bucher'),
      step('admin.brands.update', 'admin', '/admin/brands/bucher', { aliases: ['Bucher Municipal'] }),
      step('admin.features.set', 'admin', '/admin/features/sweeping_unit', {
        group: 'body',
        names: { en: 'Sweeping unit', de: 'Kehraggregat' },
        classes: ['TR'],
      }),
      step('admin.search.listMisses', 'admin', '/admin/search/misses?limit=1'),
      step('admin.search.preview', 'admin', '/admin/search/preview', { queries: ['actros 2020 under 90k'] }),
      step('admin.webhooks.health', 'admin', '/admin/webhooks?limit=1'),
      step('admin.users.update', 'admin', `/admin/users/${users[0].id}`, { status: 'active' }),
      step('admin.users.suspend', 'admin', `/admin/users/${users[0].id}/suspend`, {
        reason: 'Asked dealers for deposits of others.',
      }),
      step('admin.users.reinstate', 'admin', `/admin/users/${users[0].id}/reinstate`),
      step('admin.users.signOut', 'admin', `/admin/users/${users[0].id}/sign-out`),
      step('admin.users.makeSeller', 'admin', `/admin/users/${users[0].id}/make-seller`, {
        companyName: 'Kowalski Trucks',
        country: 'PL',
      }),
      step('admin.users.verifySeller', 'admin', `/admin/users/${users[0].id}/verify-seller`, {
        verified: true,
      }),
      step('admin.users.grantPlan', 'admin', `/admin/users/${users[0].id}/subscription`, {
        planId: 'professional',
      }),
      step('admin.listings.decideSeveral', 'admin', '/admin/listings/bulk', {
        ids: [listings[0].id],
        action: 'feature',
        days: 7,
      }),
      step('admin.listings.feature', 'admin', `/admin/listings/${listings[0].id}/feature`, { days: 7 }),
      step('admin.translations.update', 'admin', '/admin/translations/fr', {
        entries: { 'category.road-sweepers': 'Balayeuses' },
      }),
      step('admin.reports.decide', 'admin', `/admin/reports/${reports[0].id}/decide`, {
        status: 'dismissed',
        decision: 'The pictures show the vehicle.',
      }),
      step('admin.auditLog.verify', 'admin', '/admin/audit-log/verify'),
      step('admin.jobs.list', 'admin', '/admin/jobs?limit=1'),
      step('admin.mails.list', 'admin', '/admin/mails?limit=1'),
      step('admin.translations.get', 'admin', '/admin/translations/de'),
      step('admin.translations.missing', 'admin', '/admin/translations/fr/missing'),
      step('admin.infoPages.list', 'admin', '/admin/info-pages'),
      step('admin.infoPages.write', 'admin', '/admin/info-pages/about/en', {
        title: 'About us',
        body: 'A market for commercial vehicles, from dealers in fifteen countries.',
      }),
      step('admin.infoPages.listVersions', 'admin', '/admin/info-pages/about/en/versions'),
      step('admin.infoPages.publish', 'admin', '/admin/info-pages/about/en/publish', { version: 1 }),
      step('admin.infoPages.get', 'admin', '/admin/info-pages/about/en'),
      step('admin.infoPages.getVersion', 'admin', '/admin/info-pages/about/en/versions/1'),
    ];
  },
  async () => {
    const { id: userId } = await read('seller', '/auth/me');
    const { history } = await read('admin', '/admin/settings/listings.soldReopenDays/history');
    const { webhooks } = await read('seller', '/webhooks?limit=1');
    const { reviews } = await read('admin', '/admin/reviews?limit=1');
    const { traders } = await read('admin', '/admin/traders?limit=1');
    const { listings } = await read('seller', '/seller/listings?limit=100&status=ACTIVE');
    const plain = listings.find(({ featured }: { featured: boolean }) => !featured);
    const { jobs } = await read('admin', '/admin/jobs?limit=100');
    const [first, second] = jobs.filter(
      (job: { state: string; recurring: boolean }) => job.state === 'waiting' && !job.recurring,
    );
    const { head } = await read('admin', '/admin/audit-log/head');
    const { categories } = await read('admin', '/admin/categories');
    const as = tokens.get('admin') ?? '';
    await t.post('/v1/admin/categories', { name: 'Mobile sweepers', parent: 'trucks' }, { as });
    await t.post('/v1/admin/brands', { name: 'Bucher Schoerling', classes: ['TR'] }, { as });
    await t.db.updateTable('listings').set({ status: 'PENDING_REVIEW' }).where('id', '=', plain.id).execute();
    await t.post(`/v1/admin/users/${userId}/export`, undefined, { as });
    return [
      step('admin.settings.rollBack', 'admin', '/admin/settings/listings.soldReopenDays/rollback', {
        historyId: history[0].id,
      }),
      step('admin.categories.order', 'admin', '/admin/categories/order', {
        ids: categories
          .filter(({ parentId }: { parentId: string | null }) => parentId === null)
          .map(({ id }: { id: string }) => id),
      }),
      step('admin.categories.merge', 'admin', '/admin/categories/mobile-sweepers/merge', {
        into: 'road-sweepers',
      }),
      step('admin.brands.merge', 'admin', '/admin/brands/bucher-schoerling/merge', { into: 'bucher' }),
      step('admin.webhooks.update', 'admin', `/admin/webhooks/${webhooks[0].id}`, { status: 'active' }),
      step('admin.webhooks.replay', 'admin', `/admin/webhooks/${webhooks[0].id}/replay`, {
        since: t.clock.now().toISOString(),
      }),
      step('admin.reviews.decide', 'admin', `/admin/reviews/${reviews[0].id}/decide`, {
        status: 'rejected',
        code: 'personal_data',
        reason: 'It names a private number.',
      }),
      step('admin.traders.list', 'admin', '/admin/traders?limit=1'),
      step('admin.traders.ask', 'admin', `/admin/traders/${traders[0].sellerId}/ask`),
      step('admin.yearlyFigures.get', 'admin', `/admin/yearly-figures/${t.clock.now().getUTCFullYear()}`),
      step(
        'admin.yearlyFigures.export',
        'admin',
        `/admin/yearly-figures/${t.clock.now().getUTCFullYear()}/export.csv`,
      ),
      step('admin.listings.reject', 'admin', `/admin/listings/${plain.id}/reject`, {
        code: 'misleading_price',
        reason: 'The price is without the trailer that the pictures show.',
      }),
      step('admin.auditLog.verifyHeads', 'admin', '/admin/audit-log/verify', {
        heads: [{ seq: head.seq, hash: head.hash }],
      }),
      step('admin.auditLog.export', 'admin', '/admin/audit-log/export.csv'),
      step('admin.jobs.retry', 'admin', `/admin/jobs/${first.id}/retry`),
      step('admin.jobs.cancel', 'admin', `/admin/jobs/${second.id}/cancel`),
      step('admin.translations.export', 'admin', '/admin/translations/fr/export.json'),
    ];
  },
  async () => {
    const { mails } = await read('admin', '/admin/mails?state=queued&limit=1');
    return [
      step('admin.mails.retry', 'admin', `/admin/mails/${mails[0].id}/retry`),
      step('admin.health.get', 'admin', '/admin/health'),
    ];
  },
  async () => {
    // The seller appeals a moderation decision, and another administrator decides the appeal.
    await t.drainJobs({ mayFail: 'any' });
    const { id: userId } = await read('seller', '/auth/me');
    const mail = t.mailbox.findLast(({ text }) => text.includes('/decisions/'));
    const token = /\/decisions\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
    return [
      step('admin.users.export', 'admin', `/admin/users/${userId}/export`),
      step('account.decision', 'nobody', `/decisions/${token}`),
      step('account.objectToDecision', 'nobody', `/decisions/${token}/objection`, {
        text: 'The price includes the trailer, as the text says.',
      }),
      step('account.decisions', 'seller', '/account/decisions?limit=1'),
    ];
  },
  async () => {
    const { objections } = await read('admin', '/admin/objections?limit=1');
    tokens.set('judge', (await createAdmin(t)).token);
    return [
      step('admin.objections.list', 'admin', '/admin/objections?limit=1'),
      step('admin.objections.judge', 'judge', `/admin/objections/${objections[0].id}/judge`, {
        outcome: 'upheld',
        reason: 'The text does not say so.',
      }),
    ];
  },
];

/** Returns the code in the last email to an address. */
function codeSentTo(email: string): string {
  const mail = t.mailbox.findLast(({ to }) => to === email);
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
}

function step(id: string, who: Actor, url: string, body?: unknown): Step {
  return { id, who, path: url, ...(body === undefined ? {} : { body }) };
}

function formStep(id: string, who: Actor, url: string, form: readonly FormPart[]): Step {
  return { id, who, path: url, form };
}

const picture = async (name: string, filename: string): Promise<FormPart> => ({
  name,
  file: { name: filename, type: 'image/jpeg', content: await jpeg() },
});
const pdfDocument = (name: string): FormPart => ({
  name,
  file: {
    name: 'register.pdf',
    type: 'application/pdf',
    content: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  },
});
const STOCK =
  'external_id,title,category,brand,model,year,price,currency\nLKW-7,,tractor-units,man,TGX,2021,61900,EUR\n';
const stockFile = (content = STOCK): FormPart => ({
  name: 'file',
  file: { name: 'stock.csv', type: 'text/csv', content: Buffer.from(content) },
});

/** Exports an account with more data than a synchronous export includes. */
async function exportLargeAccount(): Promise<TestResponse> {
  const { userId, token } = await createBuyer(t);
  await sql`
    insert into notifications (id, user_id, type, data, dedupe_key, in_app, created_at)
    select ${userId} || n, ${userId}, 'listing_approved', '{}', 'notice ' || n, true, ${t.clock.now()}
    from generate_series(1, 1001) n`.execute(t.db);
  return t.get('/v1/auth/me/export', { as: token });
}

/** Views the marketplace as a user, which is only possible in a browser session. */
async function startView(userId: string, body: unknown): Promise<TestResponse> {
  const browser = new BrowserSession(t);
  await browser.call('POST', '/web/session', { email: DEMO_EMAILS.admin, password: DEMO_PASSWORD });
  return browser.call('POST', `/web/api/admin/users/${userId}/view`, body);
}

/** Opens a stream of the seller, sends the seller a message, and returns the first event. */
async function firstEventOf(url: string): Promise<TestResponse> {
  const { listings } = await read('seller', '/seller/listings?limit=1&status=ACTIVE');
  const buyer = await createBuyer(t);
  market ??= await listen(t);
  const headers = { authorization: `Bearer ${tokens.get('seller')}` };
  const response = await fetch(`${market}/v1${url}`, { headers, signal: AbortSignal.timeout(30_000) });
  const question = { listing_id: listings[0].id, message: 'I could come on Friday.' };
  await t.post('/v1/messages/conversations', question, { as: buyer });
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += Buffer.from(chunk).toString();
    if (/^data:.*\n\n/m.test(text)) break;
  }
  const [event = ''] = /(?:^.+\n)*^data:.*\n/m.exec(text) ?? [];
  return { status: response.status, text: event, headers: Object.fromEntries(response.headers), body: null };
}

const mask = (value: string): string => `${value.slice(0, 8)}…`;

function maskSecrets(body: unknown): unknown {
  const withMask = (name: string, value: unknown): unknown =>
    typeof value === 'string' && SECRETS.has(name) ? mask(value) : value;
  return JSON.parse(JSON.stringify(body, withMask));
}

/**
 * Shortens a value for the documents: one entry per list, some of many texts, the beginning of long texts, and masked
 * secrets.
 */
function abridge(value: unknown, name = ''): unknown {
  if (typeof value === 'string') {
    if (SECRETS.has(name)) return mask(value);
    return value.length > TEXT_MAX && !value.startsWith('http') ? `${value.slice(0, TEXT_MAX)}…` : value;
  }
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((item) => abridge(item));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const isOfTexts = entries.length > NAMES_MAX && entries.every(([, child]) => typeof child === 'string');
  const shownEntries = isOfTexts ? entries.slice(0, NAMES_SHOWN) : entries;
  return Object.fromEntries(shownEntries.map(([key, child]) => [key, abridge(child, key)]));
}

/** Returns the first lines of a text; in a stream, each line is an event. */
const firstLines = (text: string): string =>
  text
    .split('\n')
    .slice(0, LINES_MAX)
    .map((line) => (line.length > LINE_LENGTH_MAX ? `${line.slice(0, LINE_LENGTH_MAX)}…` : line))
    .join('\n');

function fieldsOf(form: readonly FormPart[]): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  for (const { name, value, file } of form) {
    const isRead = file?.type.startsWith('text/') === true;
    const content = file === undefined ? value : isRead ? file.content.toString() : file.name;
    fields[name] = LISTS_OF_FILES.has(name) ? [content] : content;
  }
  return fields;
}

const typeOf = (response: Pick<TestResponse, 'headers'>): string =>
  String(response.headers['content-type']).replace(/;.*/, '');

function exampleOf(
  response: Pick<TestResponse, 'status' | 'text' | 'headers' | 'body'>,
): Record<string, unknown> {
  if (response.text === '') return {};
  const type = typeOf(response);
  if (type === 'application/json') return { [response.status]: abridge(response.body) };
  return /^text\/|xml$/.test(type) ? { [type]: firstLines(response.text) } : {};
}

/** Keeps a stored example, with its IDs and times, as long as it has the same shape as today's. */
function renewExamples(
  stored: Readonly<Record<string, Example>>,
  current: Readonly<Record<string, Example>>,
): Record<string, Example> {
  return Object.fromEntries(
    Object.entries(current).map(([id, today]) => {
      const before = stored[id];
      return [id, before !== undefined && hasSameShape(before, today) ? before : today];
    }),
  );
}

function hasSameShape(before: Example, today: Example): boolean {
  const sent = ({ body, form }: Example): string =>
    JSON.stringify([body, form]).replaceAll(CHANCE, '…').replaceAll(INSTANT, '…');
  return sent(before) === sent(today) && isAlike(before.answers, today.answers);
}

/** Values that differ between instances: IDs, hashes, codes in emails and masked secrets. */
const CHANCE = /[0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{64}|(?<=")\d{6}(?=")|\w{8}…/g;
const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;

/** Returns whether two responses have the same fields of the same types. Null matches any type, but not a missing field. */
function isAlike(first: unknown, second: unknown, name = ''): boolean {
  if (first === undefined || second === undefined) return first === second;
  if (first === null || second === null) return true;
  if (Array.isArray(first) && Array.isArray(second))
    return first.length === 0 || second.length === 0 || isAlike(first[0], second[0]);
  if (typeof first === 'object' && typeof second === 'object') {
    const names = new Set([...Object.keys(first), ...Object.keys(second)]);
    const valueAt = (value: object, key: string): unknown =>
      (value as Readonly<Record<string, unknown>>)[key];
    return [...names].every((key) => isAlike(valueAt(first, key), valueAt(second, key), key));
  }
  return name === 'message' ? first === second : typeof first === typeof second;
}

async function send({ who, path: url, body, form }: Step, method: string): Promise<TestResponse> {
  const token = tokens.get(who);
  return t.call(method.toUpperCase(), `/v1${url}`, {
    ...(token === undefined ? {} : { as: token }),
    ...(body === undefined ? {} : { body }),
    ...(form === undefined ? {} : { payload: formBytes(form), headers: FORM_HEADERS }),
  });
}

/** Images and PDF documents have no text to show. */
const isText = (type: string): boolean => /json$|^text\/|xml$|form-data$/.test(type);
const hasExample = ({ example, examples }: Content): boolean =>
  example !== undefined || examples !== undefined;

it('every body and every readable response has an example in the documents', () => {
  const missing: string[] = [];
  for (const name of DOCUMENT_NAMES) {
    const document = documentOf(t.app, name);
    for (const { operation } of operationsOf(document)) {
      const parts = [
        ['body', operation.requestBody?.content ?? {}] as const,
        ...Object.entries(operation.responses)
          .filter(([status]) => status.startsWith('2'))
          .map(
            ([status, response]) => [status, resolve<Response>(document, response).content ?? {}] as const,
          ),
      ];
      for (const [part, content] of parts) {
        const types = Object.entries(content).filter(([type]) => isText(type));
        if (types.length > 0 && !types.some(([, mediaType]) => hasExample(mediaType)))
          missing.push(`${operation.operationId} ${part}`);
      }
    }
  }
  expect(missing).toEqual([]);
});

it('the tour succeeds, and every example matches the document', { timeout: 180_000 }, async () => {
  const documents = DOCUMENT_NAMES.map((name) => documentOf(t.app, name));
  const methods = new Map(
    documents.flatMap((document) =>
      operationsOf(document).map(({ method, operation }) => [
        operation.operationId,
        { method, operation, document },
      ]),
    ),
  );
  const current: Record<string, Example> = {};
  const misfits: string[] = [];
  for (const part of PARTS) {
    const steps = await part().catch((error: unknown) => {
      misfits.push(`a part cannot begin: ${error instanceof Error ? error.stack : String(error)}`);
      return [];
    });
    for (const tourStep of steps) {
      const { id, body, form } = tourStep;
      const found = methods.get(id);
      if (found === undefined) throw new Error(`there is no operation ${id}`);
      const response = await (
        tourStep.send === undefined ? send(tourStep, found.method) : tourStep.send()
      ).catch((error: unknown) => ({ status: 500, text: String(error), headers: {}, body: null }));
      if (response.status >= 300 || response.text.includes('is unknown and was ignored'))
        misfits.push(`${id}: ${response.status} ${response.text.slice(0, 300)}`);
      current[id] = {
        ...current[id],
        ...(body === undefined ? {} : { body: maskSecrets(body) }),
        ...(form === undefined ? {} : { form: fieldsOf(form) }),
        answers: { ...current[id]?.answers, ...exampleOf(response) },
      };
    }
  }
  const text = readFileSync(FILE, 'utf8');
  let stored = JSON.parse(text) as Record<string, Example>;
  if (process.env['EXAMPLES'] === 'write') {
    stored = renewExamples(stored, current);
    const updated = `${JSON.stringify(stored, null, 1)}\n`;
    // Write only changes, because other files are rebuilt when this one is written.
    if (updated !== text) writeFileSync(FILE, updated);
  }
  expect(Object.keys(stored).toSorted()).toEqual(Object.keys(current).toSorted());
  for (const [id, { body, form, answers = {} }] of Object.entries(stored)) {
    const found = methods.get(id);
    if (found === undefined) throw new Error(`there is no operation ${id}`);
    const { operation, document } = found;
    const ajv = new Ajv({ strict: false, validateFormats: false });
    const content = operation.requestBody?.content;
    const sent = [
      ['body', body, content?.['application/json']?.schema],
      ['form', form, content?.['multipart/form-data']?.schema],
    ] as const;
    const answered = Object.entries(answers).map(([status, value]) => {
      const response = operation.responses[status];
      const { content: types } =
        response === undefined ? { content: undefined } : resolve<Response>(document, response);
      return [status, value, types?.['application/json']?.schema] as const;
    });
    for (const [what, value, schema] of [...sent, ...answered]) {
      if (value === undefined || schema === undefined) continue;
      const validate = ajv.compile({ ...schema, components: document.components });
      if (validate(value) !== true)
        misfits.push(`${id} ${what}: ${JSON.stringify(validate.errors?.slice(0, 2))}`);
    }
  }
  expect(misfits).toEqual([]);
});
