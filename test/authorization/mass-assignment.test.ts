/**
 * A body can write only the fields that its schema names. So outside the admin API, no schema may name a field that the
 * server decides, and none may allow further fields. Each exception below is the purpose of its endpoint.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRouteRow } from '../../src/platform/http/route.ts';
import { keepKnown } from '../../src/platform/http/request/json-body.ts';
import { createBuyer, createListing, createSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const PRIVILEGED = [
  'id',
  'role',
  'emailVerified',
  'phoneVerified',
  'verified',
  'verifiedAt',
  'trustScore',
  'featured',
  'featuredUntil',
  'status',
  'sellerId',
  'seller_id',
  'userId',
  'user_id',
  'ownerId',
  'buyerId',
  'senderId',
  'sender_id',
  'createdAt',
  'created_at',
  'updatedAt',
  'publishedAt',
  'views',
  'slug',
  'passwordHash',
  'password_hash',
  'secret',
  'plan',
  'isAdmin',
  'admin',
  'scopes',
  'environment',
  'suspendedReason',
  'moderation',
  'version',
];

const INTENDED: Readonly<Record<string, readonly string[]>> = {
  'POST /auth/register': ['role'],
  'POST /account/api-keys': ['scopes'],
  'POST /seller/team/invitations': ['role'],
  'PATCH /seller/team/:memberId': ['role'],
  'PATCH /seller/webhooks/:id': ['status'],
  'PUT /seller/webhooks/:id': ['status'],
  'PATCH /webhooks/:id': ['status'],
  'PUT /webhooks/:id': ['status'],
};

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const writableRoutes = (): readonly AnyRouteRow[] =>
  t.app.routes.filter((row) => row.body !== undefined && row.access.kind !== 'admin');

describe('bodies', () => {
  it('name nothing that only the server decides', () => {
    expect(writableRoutes().length).toBeGreaterThan(40);
    const violations = writableRoutes().flatMap((row) => {
      const name = `${row.method} ${row.path}`;
      const body = Object.fromEntries(PRIVILEGED.map((field) => [field, 'x']));
      const { value } = keepKnown(row.body!, body);
      const acceptedFields = Object.keys(value as object).filter(
        (field) => !(INTENDED[name] ?? []).includes(field),
      );
      return acceptedFields.length === 0 ? [] : [`${name}: ${acceptedFields.join(', ')}`];
    });
    expect(violations).toEqual([]);
  });

  it('names of the exceptions are still there', () => {
    const names = new Set(writableRoutes().map((row) => `${row.method} ${row.path}`));
    expect(Object.keys(INTENDED).filter((name) => !names.has(name))).toEqual([]);
  });
});

it('fields that are not to be written are ignored, named and change nothing', async () => {
  const seller = await createSeller(t);
  const other = await createSeller(t);
  const buyer = await createBuyer(t);
  const listing = await createListing(t, seller);
  const extra = {
    role: 'ADMIN',
    emailVerified: true,
    verified: true,
    trustScore: 100,
    featured: true,
    status: 'SOLD',
    sellerId: other.sellerId,
    userId: other.userId,
  };
  const rowOf = async () => ({
    user: await t.db
      .selectFrom('users')
      .select(['role', 'email_verified', 'status'])
      .where('id', '=', buyer.userId)
      .execute(),
    seller: await t.db
      .selectFrom('sellers')
      .select(['verified', 'id'])
      .where('id', '=', seller.sellerId)
      .execute(),
    listing: await t.db
      .selectFrom('listings')
      .select(['seller_id', 'status'])
      .where('id', '=', listing.listingId)
      .execute(),
  });
  const before = await rowOf();
  for (const response of [
    await t.put('/api/auth/me', { name: 'Still a Buyer', ...extra }, { as: buyer }),
    await t.put('/api/seller/profile', { about: 'Lorries', ...extra }, { as: seller }),
    await t.patch(
      `/api/seller/listings/${listing.listingId}`,
      { title: 'A title of ours', ...extra },
      { as: seller },
    ),
  ]) {
    expect(response.status).toBe(200);
    expect(String(response.headers['x-ignored-fields']).split(', ')).toEqual(
      expect.arrayContaining(['role', 'trustScore', 'sellerId', 'userId']),
    );
  }
  expect(await rowOf()).toEqual(before);
});
