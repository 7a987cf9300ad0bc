/**
 * The examples of the OpenAPI documents: a tour through the demo market makes each request and keeps what was sent and
 * answered. EXAMPLES=write writes them to resources/openapi-examples.json; otherwise the tour shows that the kept ones are
 * still taken, and that their answers have the form of today's.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_EMAILS, DEMO_PASSWORD } from '../../src/modules/demo/accounts.ts';
import { ensureDemo } from '../../src/modules/demo/index.ts';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { DOCUMENT_NAMES, documentOf, operationsOf, resolve, type Response } from '../support/openapi.ts';
import { type Answer, createTestApp, type TestApp } from '../support/test-app.ts';

const FILE = path.join(PACKAGE_ROOT, 'resources', 'openapi-examples.json');
const ITEMS_MAX = 1;
const TEXT_MAX = 160;
/** What a document must not show, even of a market that is gone. */
const SECRETS = new Set(['accessToken', 'refreshToken', 'key', 'signingSecret', 'secret', 'token']);

/** Their answers repeat what other examples show, and the document has no room for them. */
const SHOWN_ELSEWHERE = new Set([
  'subscription.create',
  'subscription.change',
  'subscription.cancel',
  'subscription.resume',
  'invoices.get',
  'events.list',
  'events.get',
  'webhooks.getLog',
  'comparisons.preview',
  'reviews.update',
  'publicListings.pricePosition',
  'dashboard.vehicles',
  'listings.listHistory',
  'importFeed.get',
  'importFeed.set',
  'infoPages.get',
  'infoPages.list',
  'listings.stats',
  'notifications.markRead',
]);

type Who = 'nobody' | 'buyer' | 'seller' | 'agent' | 'admin' | 'newcomer';
interface Step {
  readonly id: string;
  readonly who: Who;
  readonly path: string;
  readonly body?: unknown;
}
interface Example {
  readonly body?: unknown;
  readonly answer?: unknown;
}

let t: TestApp;
const tokens = new Map<Who, string>();
beforeAll(async () => {
  t = await createTestApp();
  await ensureDemo(t.app.modules.demo, { logins: true });
  for (const who of ['buyer', 'seller', 'admin'] as const) {
    const answer = await t.post('/v1/auth/login', { email: DEMO_EMAILS[who], password: DEMO_PASSWORD });
    tokens.set(who, String(answer.body.data.accessToken));
  }
}, 120_000);
afterAll(() => t.close());

const read = async (who: Who, url: string): Promise<Answer['body']> => {
  const token = tokens.get(who);
  const answer = await t.get(`/v1${url}`, token === undefined ? {} : { as: token });
  expect([url, answer.status]).toEqual([url, 200]);
  return answer.body.data;
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
  fuelType: 'diesel',
  transmission: 'automatic',
  driveType: '4x2',
  euroStandard: 'euro6',
  location: { country: 'DE', city: 'Hamburg' },
};

/** The tour, in parts: each may need what those before it have made. */
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
      step('conversations.markRead', 'buyer', `/messages/conversations/${conversation.id}/read`),
      step('conversations.archive', 'buyer', `/messages/conversations/${conversation.id}/archive`),
      step('messages.countUnread', 'buyer', '/messages/unread'),
      step('notifications.countUnread', 'seller', '/notifications/unread-count'),
      step('notifications.getPreferences', 'seller', '/notifications/preferences'),
      step('notifications.setPreferences', 'seller', '/notifications/preferences', {
        preferences: { message: { email: false } },
      }),
      step('reviews.list', 'buyer', '/reviews?limit=1'),
    ];
  },
  async () => {
    const { listings } = await read('seller', '/seller/listings?limit=2&status=ACTIVE');
    const [mine, other] = listings;
    const stock = await read('seller', '/seller/listings?limit=100&status=ACTIVE');
    const featured = stock['listings'].find((each: { featured: boolean }) => each.featured);
    const { results } = await read('nobody', '/search?q=actros&limit=2');
    const { images } = await read('seller', `/seller/listings/${mine.id}/images`);
    const { pages } = await read('nobody', '/info-pages');
    const truck = { ...TRUCK, title: 'MAN TGX 18.510 4x2 BLS, second tank', price: 58_500 };
    return [
      step('listings.replace', 'seller', `/seller/listings/${mine.id}`, truck),
      step('listings.put', 'seller', '/seller/listings/by-external-id/LKW-12', truck),
      step('listings.batch', 'seller', '/seller/listings/batch', {
        operations: [{ op: 'update', id: other.id, listing: { price: 41_500 } }],
      }),
      step('listings.stats', 'seller', `/seller/listings/${mine.id}/stats`),
      step('listings.listHistory', 'seller', `/seller/listings/${mine.id}/history?limit=1`),
      step('listings.unfeature', 'seller', `/seller/listings/${featured.id}/unfeature`),
      step('listings.feature', 'seller', `/seller/listings/${other.id}/feature`, { days: 7 }),
      step('listingImages.order', 'seller', `/seller/listings/${mine.id}/images`, {
        order: images.map((image: { id: string }) => image.id),
      }),
      step('dashboard.vehicles', 'seller', '/seller/dashboard/vehicles?limit=1'),
      step('publicListings.prices', 'nobody', `/listings/${results[0].slug}/prices`),
      step('publicListings.pricePosition', 'nobody', `/listings/${results[0].slug}/price-position`),
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
    const hook = `/webhooks/${webhooks[0].id}`;
    return [
      step('savedSearches.update', 'buyer', `/search/saved/${searches[0].id}`, { alert_frequency: 'weekly' }),
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
    return [step('team.acceptInvitation', 'agent', `/seller/team/invitations/${token}/accept`)];
  },
  async () => {
    const { members } = await read('seller', '/seller/team');
    await t.drainJobs({ mayFail: 'any' });
    const { notifications } = await read('seller', '/notifications?limit=1');
    await t.post('/v1/auth/forgot-password', { email: AGENT.email });
    await t.drainJobs({ mayFail: 'any' });
    const mail = t.mailbox.findLast(({ to, subject }) => to === AGENT.email && subject.includes('Reset'));
    const [, token = ''] = /reset token, it is: (\S+)/.exec(mail?.text ?? '') ?? [];
    return [
      step('auth.resetPassword', 'nobody', '/auth/reset-password', {
        token,
        password: 'Shorthaul42',
        confirmPassword: 'Shorthaul42',
      }),
      step('team.changeRole', 'seller', `/seller/team/${members.at(-1).id}`, { role: 'MANAGER' }),
      step('notifications.list', 'seller', '/notifications?limit=1'),
      step('notifications.markRead', 'seller', `/notifications/${notifications[0].id}/read`),
      step('notifications.markAllRead', 'seller', '/notifications/read-all'),
    ];
  },
  async () => {
    // A newcomer who buys first, then sells, and pays for a plan.
    const { results } = await read('nobody', '/search?q=actros&limit=1');
    const { seller } = await read('nobody', `/listings/${results[0].slug}`);
    const newcomer = { email: 'nina@buyer.example', password: 'Longhaul24' };
    await t.post('/v1/auth/register', { ...newcomer, name: 'Nina Novak', role: 'BUYER' });
    await t.drainJobs({ mayFail: 'any' });
    const code = codeSentTo(newcomer.email);
    const signedIn = await t.post('/v1/auth/login', newcomer);
    tokens.set('newcomer', String(signedIn.body.data.accessToken));
    await t.post('/v1/auth/forgot-password', { email: newcomer.email });
    return [
      step('auth.resendVerification', 'nobody', '/auth/resend-verification', {
        email: 'dana@dealer.example',
      }),
      step('auth.verifyEmail', 'nobody', '/auth/verify-email', { email: newcomer.email, code }),
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
    // Whoever asked and was answered may judge.
    const { listings } = await read('seller', '/seller/listings?limit=1&status=ACTIVE');
    const { seller } = await read('nobody', `/listings/${listings[0].slug}`);
    const as = tokens.get('newcomer') ?? '';
    const question = { listing_id: listings[0].id, message: 'Is the truck still for sale?' };
    const asked = await t.post('/v1/messages/conversations', question, { as });
    const answer = { content: 'It is. When would you like to see it?' };
    const conversation = `/v1/messages/conversations/${asked.body.data.id ?? asked.body.data.conversation.id}`;
    await t.post(conversation, answer, { as: tokens.get('seller') ?? '' });
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
      step('documents.list', 'newcomer', '/account/documents'),
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
    const { invoices } = await read('newcomer', '/subscriptions/invoices?limit=1');
    const key = await t.post(
      '/v1/account/api-keys',
      { name: 'Stock system', scopes: ['listings:read'], password: 'Shorthaul42' },
      { as: tokens.get('newcomer') ?? '' },
    );
    const { id } = key.body.data.apiKey;
    return [
      step('invoices.get', 'newcomer', `/subscriptions/invoices/${invoices[0].id}`),
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
      step('admin.settings.history', 'admin', '/admin/settings/exchangeRates/history'),
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
];

/** The code of the last mail to an address. */
function codeSentTo(email: string): string {
  const mail = t.mailbox.findLast(({ to }) => to === email);
  return /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '';
}

function step(id: string, who: Who, url: string, body?: unknown): Step {
  return { id, who, path: url, ...(body === undefined ? {} : { body }) };
}

const mask = (value: string): string => `${value.slice(0, 8)}…`;

function masked(body: unknown): unknown {
  const withMask = (name: string, value: unknown): unknown =>
    typeof value === 'string' && SECRETS.has(name) ? mask(value) : value;
  return JSON.parse(JSON.stringify(body, withMask));
}

/** One entry of each list, the beginning of long texts, and no secrets. */
function shown(value: unknown, name = ''): unknown {
  if (typeof value === 'string') {
    if (SECRETS.has(name)) return mask(value);
    return value.length > TEXT_MAX ? `${value.slice(0, TEXT_MAX)}…` : value;
  }
  if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((item) => shown(item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, shown(child, key)]));
}

it('the tour is answered, and every example fits the document', { timeout: 180_000 }, async () => {
  const documents = DOCUMENT_NAMES.map((name) => documentOf(t.app, name));
  const methods = new Map(
    documents.flatMap((document) =>
      operationsOf(document).map(({ method, operation }) => [
        operation.operationId,
        { method, operation, document },
      ]),
    ),
  );
  const made: Record<string, Example> = {};
  const misfits: string[] = [];
  for (const part of PARTS) {
    const steps = await part().catch((error: unknown) => {
      misfits.push(`a part cannot begin: ${error instanceof Error ? error.stack : String(error)}`);
      return [];
    });
    for (const { id, who, path: url, body } of steps) {
      const found = methods.get(id);
      if (found === undefined) throw new Error(`there is no operation ${id}`);
      const token = tokens.get(who);
      const answer = await t.call(found.method.toUpperCase(), `/v1${url}`, {
        ...(token === undefined ? {} : { as: token }),
        ...(body === undefined ? {} : { body }),
      });
      if (answer.status >= 300 || answer.text.includes('is unknown and was ignored'))
        misfits.push(`${id}: ${answer.status} ${answer.text.slice(0, 300)}`);
      made[id] = {
        ...(body === undefined ? {} : { body: masked(body) }),
        ...(SHOWN_ELSEWHERE.has(id) ? {} : { answer: shown(answer.body) }),
      };
    }
  }
  if (process.env['EXAMPLES'] === 'write') writeFileSync(FILE, `${JSON.stringify(made, null, 1)}\n`);
  const kept = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Example>;
  expect(Object.keys(kept).toSorted()).toEqual(Object.keys(made).toSorted());
  for (const [id, { body, answer }] of Object.entries(kept)) {
    const found = methods.get(id);
    if (found === undefined) throw new Error(`there is no operation ${id}`);
    const { operation, document } = found;
    const success =
      operation.responses['201'] ??
      Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
    const response = success === undefined ? undefined : resolve<Response>(document, success);
    const ajv = new Ajv({ strict: false, validateFormats: false });
    for (const [what, value, schema] of [
      ['body', body, operation.requestBody?.content['application/json']?.schema],
      ['answer', answer, response?.content?.['application/json']?.schema],
    ] as const) {
      if (value === undefined || schema === undefined) continue;
      const validate = ajv.compile({ ...schema, components: document.components });
      if (validate(value) !== true)
        misfits.push(`${id} ${what}: ${JSON.stringify(validate.errors?.slice(0, 2))}`);
    }
  }
  expect(misfits).toEqual([]);
});
