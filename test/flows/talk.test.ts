import { afterAll, beforeAll, expect, it } from 'vitest';
import { createBuyer, createSeller, createTeamMember, type TestUser } from '../support/factories.ts';
import { listen, openStream } from '../support/event-stream.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let base: string;
beforeAll(async () => {
  t = await createTestApp();
  base = await listen(t);
});
afterAll(() => t.close());

async function data(response: Promise<{ status: number; text: string; body: { data: unknown } }>) {
  const { status, text, body } = await response;
  expect([200, 201, 204], text).toContain(status);
  // eslint-disable-next-line typescript/no-explicit-any -- tests look into responses
  return (body as any)?.data;
}

const titles = async (user: TestUser): Promise<string[]> =>
  (await data(t.get('/api/notifications', { as: user }))).notifications.map(
    (item: { title: string }) => item.title,
  );

it('from the first question to the sale', async () => {
  const seller = await createSeller(t, { companyName: 'Hansa Nutzfahrzeuge' });
  const clerk = await createTeamMember(t, seller.sellerId, 'AGENT');
  const jan = await createBuyer(t, { name: 'Jan' });
  const eva = await createBuyer(t, { name: 'Eva', language: 'de' });
  const clerkStream = await openStream(base, clerk);
  const janStream = await openStream(base, jan);

  // The seller publishes a truck, and two buyers add it to their favorites.
  const listing = await data(
    t.post(
      '/api/seller/listings',
      {
        title: 'Mercedes-Benz Actros 1845 LS',
        category: 'tractor-units',
        brand: 'mercedes-benz',
        model: 'Actros',
        year: 2019,
        mileage: 412_000,
        price: 52_000,
        currency: 'EUR',
        firstRegistration: '2019-04',
        publish: true,
      },
      { as: seller },
    ),
  );
  for (const buyer of [jan, eva])
    await data(t.post('/api/favorites', { listingId: listing.id }, { as: buyer }));

  // Jan sends an inquiry. A team member who is online sees it immediately and replies with a template.
  const { conversation } = await data(
    t.post(
      '/v1/messages/conversations',
      { listing_id: listing.id, message: 'Is it still available?' },
      { as: jan },
    ),
  );
  const [inquiry] = await clerkStream.waitFor('message');
  expect(inquiry?.data).toMatchObject({
    conversation_id: conversation.id,
    message: { content: 'Is it still available?', sender_id: jan.userId },
  });
  const path = `/v1/messages/conversations/${conversation.id}`;
  await data(t.put(`${path}/read`, undefined, { as: clerk }));
  const { template } = await data(
    t.post(
      '/api/seller/message-templates',
      { name: 'Available', content: 'Hello {{name}}, yes, come and see it.' },
      { as: clerk },
    ),
  );
  t.clock.advance(9 * 60_000);
  await data(t.post(path, { template_id: template.id, variables: { name: 'Jan' } }, { as: clerk }));
  const [reply] = await janStream.waitFor('message', 2).then((events) => events.slice(1));
  expect(reply?.data.message.content).toBe('Hello Jan, yes, come and see it.');
  expect((await janStream.waitFor('read'))[0]?.data.reader.type).toBe('seller');

  // The price drops, and both buyers are notified in their language.
  await data(t.patch(`/api/seller/listings/${listing.id}`, { price: 49_500 }, { as: seller }));
  // A price drop is announced only after the price has been stable for a minute.
  await t.drainJobs();
  t.clock.advance(61_000);
  await t.drainJobs();
  expect(await titles(jan)).toContain('Price drop: Mercedes-Benz Actros 1845 LS');
  expect(await titles(eva)).toEqual(['Preis gesenkt: Mercedes-Benz Actros 1845 LS']);
  const { favorites } = await data(t.get('/api/favorites', { as: eva }));
  expect(favorites[0]).toMatchObject({ priceAtAdded: 52_000, priceChange: -2500 });

  // They agree, and the truck is sold. The conversation stays open, but new ones are rejected.
  await data(t.post('/api/messages', { threadId: conversation.id, content: 'I take it.' }, { as: jan }));
  await data(t.post(`/api/seller/listings/${listing.id}/sold`, {}, { as: seller }));
  await t.drainJobs();
  expect(await titles(eva)).toContain('Verkauft: Mercedes-Benz Actros 1845 LS');
  expect((await data(t.get(path, { as: jan }))).conversation.listing.status).toBe('SOLD');
  await data(t.post(path, { content: 'See you on Monday.' }, { as: seller }));
  const late = await t.post('/api/messages', { listingId: listing.id, content: 'And now?' }, { as: eva });
  expect(late.body.error.code).toBe('INVALID_STATE');

  // The conversation counts in the statistics of the seller and of the listing.
  const profile = await t.db
    .selectFrom('sellers')
    .select('response_time_minutes')
    .where('id', '=', seller.sellerId)
    .executeTakeFirstOrThrow();
  expect(profile.response_time_minutes).toBe(9);
  const figures = await t.db
    .selectFrom('listings')
    .select(['inquiries_count', 'favorites_count'])
    .where('id', '=', listing.id)
    .executeTakeFirstOrThrow();
  expect(figures).toEqual({ inquiries_count: 1, favorites_count: 2 });
  clerkStream.close();
  janStream.close();
});
