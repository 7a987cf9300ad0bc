import type { JobDefinition } from '../../../src/platform/jobs/job.ts';
import type { Notice } from '../../../src/platform/notices.ts';
import type { TestResponse, TestApp } from '../../support/test-app.ts';
import type { TestUser } from '../../support/factories.ts';

/** All fields that are required for publishing, and a few more. */
export const tractor = {
  category: 'tractor-units',
  subcategory: 'standard-tractor-units',
  brand: 'man',
  model: 'TGX',
  variant: '18.510 BLS',
  year: 2020,
  price: 45_900,
  currency: 'EUR',
  mileage: 412_000,
  fuelType: 'diesel',
  transmission: 'automatic',
  driveType: '4x2',
  euroStandard: 'euro6',
  firstRegistration: '2020-03',
  features: ['retarder', 'air_suspension'],
  description: 'One owner, full service history, new tyres on the drive axle.',
} as const;

/** Collects notifications in a list instead of delivering them. */
export function collectNotices(t: TestApp): Notice[] {
  const notices: Notice[] = [];
  const job: JobDefinition<Notice> = {
    name: 'test.deliver-notice',
    run: async (notice) => void notices.push(notice),
  };
  t.app.platform.notices.deliverBy(job);
  t.app.runner.register([job]);
  return notices;
}

export async function create(
  t: TestApp,
  as: TestUser,
  body: Readonly<Record<string, unknown>> = {},
): Promise<TestResponse['body']> {
  const response = await t.post('/api/seller/listings', { ...tractor, ...body }, { as });
  if (response.status !== 201) throw new Error(`not created: ${response.text}`);
  return response.body.data;
}

export function publish(
  t: TestApp,
  as: TestUser,
  body: Readonly<Record<string, unknown>> = {},
): Promise<TestResponse['body']> {
  return create(t, as, { ...body, publish: true });
}

/** Returns the types of the events of a listing, in order. */
export async function eventsOf(t: TestApp, listingId: string): Promise<string[]> {
  const rows = await t.db
    .selectFrom('events')
    .select(['type', 'data'])
    .where('type', 'like', 'listing.%')
    .orderBy('id')
    .execute();
  return rows.filter((row) => JSON.stringify(row.data).includes(listingId)).map((row) => row.type);
}

export async function lastEvent(t: TestApp, type: string): Promise<TestResponse['body']> {
  const row = await t.db
    .selectFrom('events')
    .select('data')
    .where('type', '=', type)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return row.data;
}
