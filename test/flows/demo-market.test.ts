import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEMO_EMAILS, DEMO_PASSWORD } from '../../src/modules/demo/accounts.ts';
import { planLimits } from '@fifthwheel/demo-market';
import { ensureDemo, refuseDemoLogins } from '../../src/modules/demo/index.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp({ asOwner: true });
  // On a busy machine the largest statement takes longer than the statement timeout of a request.
  await sql`create function refuse_hasty() returns trigger language plpgsql as $$ begin
    if current_setting('statement_timeout')::interval < interval '1 minute' then raise 'a request would be over'; end if;
    return null; end $$`.execute(t.db);
  await sql`create trigger refuse_hasty after insert on listings for each statement execute function refuse_hasty()`.execute(
    t.db,
  );
  await ensureDemo(t.app.modules.demo, { logins: true });
  await sql`drop function refuse_hasty cascade`.execute(t.db);
});
afterAll(() => t.close());

async function logIn(who: keyof typeof DEMO_EMAILS): Promise<string> {
  const response = await t.post('/api/auth/login', { email: DEMO_EMAILS[who], password: DEMO_PASSWORD });
  return response.body.data.accessToken;
}

it('is loaded once', async () => {
  const count = () => sql<{ n: number }>`select count(*)::int as n from listings`.execute(t.db);
  expect((await count()).rows).toEqual([{ n: 2000 }]);
  await ensureDemo(t.app.modules.demo, { logins: true });
  expect((await count()).rows).toEqual([{ n: 2000 }]);
});

it('is as large as the README says', async () => {
  const { rows } = await sql<{ dealers: number; countries: number }>`
    select count(*)::int as dealers, count(distinct country)::int as countries from sellers`.execute(t.db);
  const { dealers, countries } = rows[0] ?? {};
  const readme = (await readFile('README.md', 'utf8')).replaceAll(/\s+/g, ' ');
  expect(readme).toContain(`(2,000 vehicles, ${dealers} dealers in ${countries} countries)`);
});

it.each(['buyer', 'seller'] as const)(
  'has conversations for the %s, with read marks that add up',
  async (role) => {
    const token = await logIn(role);
    const list = await t.get('/api/v1/messages/conversations?limit=100', { as: token });
    const { conversations } = list.body.data;
    expect(conversations.length).toBeGreaterThan(0);
    for (const { id } of conversations.slice(0, 10)) {
      const thread = await t.get(`/api/v1/messages/conversations/${id}`, { as: token });
      expect(thread.status).toBe(200);
    }
    const wrong = await sql<{ n: number }>`
    select count(*)::int as n from conversations c
    cross join lateral (
      select count(*) as sent,
        count(*) filter (where read_at is null and sender_side = 'seller') as to_buyer,
        count(*) filter (where read_at is null and sender_side = 'buyer') as to_seller
      from messages m where m.conversation_id = c.id
    ) m
    where (c.last_seq, c.buyer_unread, c.seller_unread) <> (m.sent, m.to_buyer, m.to_seller)`.execute(t.db);
    expect(wrong.rows).toEqual([{ n: 0 }]);
  },
);

it('has reviews by buyers who got a reply, counted in the profile of the seller', async () => {
  const { rows } = await sql<{ slug: string; n: number; mean: number }>`
    select s.slug, count(*)::int as n, avg(r.rating)::float8 as mean
    from reviews r join sellers s on s.id = r.seller_id group by s.slug order by n desc limit 1`.execute(
    t.db,
  );
  const best = rows[0]!;
  const profile = await t.get(`/api/sellers/${best.slug}`);
  expect(profile.body.data.rating).toMatchObject({ count: best.n });
  expect(profile.body.data.rating.average).toBeCloseTo(best.mean, 1);
  const strangers = await sql<{ n: number }>`
    select count(*)::int as n from reviews r where not exists (
      select from conversations c
      where c.seller_id = r.seller_id and c.buyer_id = r.author_id and c.responded_at is not null
    )`.execute(t.db);
  expect(strangers.rows).toEqual([{ n: 0 }]);
});

it('stores with its listings, sellers and conversations the counts of the rows that are there', async () => {
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*)::int from listings l where inquiries_count <> (select count(*) from conversations where listing_id = l.id)) as inquiries,
      (select count(*)::int from listings l where favorites_count <> (select count(*) from favorites where listing_id = l.id)) as favorites,
      (select count(*)::int from listings l where images_count <> (select count(*) from listing_images where listing_id = l.id)) as images,
      (select count(*)::int from sellers s where (rating_count, rating_sum)
        <> (select count(*), coalesce(sum(rating), 0) from reviews where seller_id = s.id and status = 'published')) as ratings,
      (select count(*)::int from listings l where inquiries_count
        < (select coalesce(sum(inquiries), 0) from listing_stats_daily where listing_id = l.id)) as days`.execute(
    t.db,
  );
  expect(rows).toEqual([{ inquiries: 0, favorites: 0, images: 0, ratings: 0, days: 0 }]);
  const { rows: totals } = await sql<{ n: number }>`
    select sum(inquiries_count)::int as n from listings`.execute(t.db);
  expect(totals[0]?.n).toBeGreaterThan(100);
});

it('has figures of each day for the seller, no more views than its listings have', async () => {
  const { body } = await t.get('/api/seller/dashboard', { as: await logIn('seller') });
  const { series, views, visitors, topListings } = body.data;
  expect(series.length).toBeGreaterThan(20);
  expect(series.every((day: { views: number }) => day.views > 0)).toBe(true);
  expect(visitors).toBeLessThan(views);
  expect(topListings[0].views).toBeGreaterThan(0);
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from listings l
    where l.views < (select coalesce(sum(views), 0) from listing_stats_daily where listing_id = l.id)`.execute(
    t.db,
  );
  expect(rows).toEqual([{ n: 0 }]);
});

it('lets the seller change to a larger plan with the payment method that is there', async () => {
  const { body } = await t.get('/api/subscriptions/plans');
  const premium = body.data.plans.find(({ name }: { name: string }) => name === 'Premium');
  const response = await t.patch(
    '/api/subscriptions',
    { planId: premium.id, billingCycle: 'monthly' },
    { as: await logIn('seller') },
  );
  expect(response.body.data?.subscription.plan.name).toBe('Premium');
});

it('generates data within the limits of the existing plans', async () => {
  const plans = await t.db.selectFrom('plans').select(['slug', 'limits']).execute();
  for (const { slug, limits } of plans) {
    const { activeListings, featuredSlots, listingDays: expiryDays } = limits;
    expect(planLimits[slug as keyof typeof planLimits]).toEqual({
      activeListings,
      featuredSlots,
      expiryDays,
    });
  }
});

it('is rejected where others reach it as long as the public password of any account works', async () => {
  await expect(refuseDemoLogins(t.db)).rejects.toThrow('is public');
  // Simulates an operator who has changed only the three logins that the console prints.
  await t.db
    .updateTable('users')
    .set({ password_hash: 'another' })
    .where('email', 'in', Object.values(DEMO_EMAILS))
    .execute();
  await expect(refuseDemoLogins(t.db)).rejects.toThrow(/the password of \S+\.example is public/);
  await t.db
    .updateTable('users')
    .set({ status: 'suspended', suspended_reason: 'demo' })
    .where('email', 'like', '%.example')
    .execute();
  await expect(refuseDemoLogins(t.db)).resolves.toBeUndefined();
});
