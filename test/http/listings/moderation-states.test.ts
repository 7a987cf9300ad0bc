import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import type { Notice } from '../../../src/platform/notices.ts';
import { createSeller, type TestSeller } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { collectNotices, eventsOf, lastEvent, publish } from './bodies.ts';

let t: TestApp;
let seller: TestSeller;
let notices: Notice[];

beforeAll(async () => {
  t = await createTestApp();
  notices = collectNotices(t);
});

beforeEach(async () => {
  seller = await createSeller(t, { plan: 'starter' });
});

afterAll(() => t.close());

const step = (id: string, name: string, body?: unknown) =>
  t.post(`/api/seller/listings/${id}/${name}`, body, { as: seller });

async function setModeration(value: 'auto' | 'manual' | 'first_listing'): Promise<void> {
  await t.db
    .insertInto('settings')
    .values({
      name: 'listings.moderation',
      value: JSON.stringify(value),
      updated_by: null,
      updated_at: t.clock.now(),
    })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: JSON.stringify(value) }))
    .execute();
  await reloadSettings();
}

async function reloadSettings(): Promise<void> {
  for (const module of t.app.modules.list) if (module.name === 'settings') await module.start?.();
}

describe('moderation', () => {
  it('manual: a listing waits, holds its slot, and an administrator decides', async () => {
    await setModeration('manual');
    const { id, slug } = await publish(t, seller);
    expect((await t.get(`/api/seller/listings/${id}`, { as: seller })).body.data.status).toBe(
      'PENDING_REVIEW',
    );
    expect((await t.get(`/api/listings/${slug}`)).status).toBe(404);
    expect(await eventsOf(t, id)).toEqual(['listing.created', 'listing.updated']);
    const listings = t.app.modules.listings;
    const admin = { kind: 'admin', userId: 'usr_00000000000000000000000000' } as const;
    await expect(
      inTransaction(t.db, (trx) => listings.transition(trx, admin, id, 'reject')),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    const reason = { code: 'photos', text: 'Pictures show another vehicle.' };
    await inTransaction(t.db, (trx) => listings.transition(trx, admin, id, 'reject', { reason }));
    const rejected = await t.get(`/api/seller/listings/${id}`, { as: seller });
    expect(rejected.body.data).toMatchObject({
      status: 'REJECTED',
      rejection: { code: 'photos', reason: reason.text },
    });
    expect((await step(id, 'publish')).body.data).toMatchObject({
      status: 'PENDING_REVIEW',
      rejection: null,
    });
    await inTransaction(t.db, (trx) => listings.transition(trx, admin, id, 'approve'));
    expect((await t.get(`/api/listings/${slug}`)).status).toBe(200);
    await t.drainJobs();
    const noticeTypes = notices
      .filter(({ data }) => 'listingId' in data && data.listingId === id)
      .map(({ type }) => type);
    expect(noticeTypes).toEqual(['listing_rejected', 'listing_approved']);
    expect(await eventsOf(t, id)).toEqual([
      'listing.created',
      'listing.updated',
      'listing.updated',
      'listing.rejected',
      'listing.updated',
      'listing.approved',
      'listing.published',
    ]);
    expect(await lastEvent(t, 'listing.rejected')).toMatchObject({
      listing: { id, status: 'rejected' },
      rejection: { code: 'photos', reason: reason.text },
    });
    await setModeration('auto');
  });

  it('manual: another offer leaves the market, a small change stays on it', async () => {
    await setModeration('auto');
    const { id } = await publish(t, seller);
    await setModeration('manual');
    const patch = (body: unknown) => t.patch(`/api/seller/listings/${id}`, body, { as: seller });
    expect((await patch({ price: 44_000 })).body.data.status).toBe('ACTIVE');
    expect((await patch({ brand: 'daf' })).body.data.status).toBe('PENDING_REVIEW');
    expect(await eventsOf(t, id)).toEqual([
      'listing.created',
      'listing.published',
      'listing.updated',
      'listing.price_dropped',
      'listing.updated',
      'listing.unpublished',
    ]);
    expect(await lastEvent(t, 'listing.unpublished')).toMatchObject({ reason: 'review' });
    await setModeration('auto');
  });

  it('manual: what was changed into another offer while it was paused is looked at again', async () => {
    const same = await publish(t, seller);
    const other = await publish(t, seller);
    await setModeration('manual');
    for (const { id } of [same, other]) await step(id, 'unpublish');
    await t.patch(`/api/seller/listings/${other.id}`, { price: 5000 }, { as: seller });
    expect((await step(same.id, 'publish')).body.data.status).toBe('ACTIVE');
    expect((await step(other.id, 'publish')).body.data.status).toBe('PENDING_REVIEW');
    await setModeration('auto');
  });

  it('first_listing: only a seller without any approved listing waits', async () => {
    await setModeration('first_listing');
    const newcomer = await createSeller(t);
    const first = await publish(t, newcomer);
    expect(first.status).toBe('PENDING_REVIEW');
    const admin = { kind: 'admin', userId: 'usr_00000000000000000000000000' } as const;
    await inTransaction(t.db, (trx) => t.app.modules.listings.transition(trx, admin, first.id, 'approve'));
    expect((await publish(t, newcomer)).status).toBe('ACTIVE');
    await setModeration('auto');
  });

  it('a takedown needs a reason, and a restore a slot', async () => {
    const small = await createSeller(t);
    const live = await Promise.all(Array.from({ length: 5 }, () => publish(t, small)));
    const admin = { kind: 'admin', userId: 'usr_00000000000000000000000000' } as const;
    const moderate = (id: string, action: 'suspend' | 'restore', text = '') =>
      inTransaction(t.db, (trx) =>
        t.app.modules.listings.transition(trx, admin, id, action, { reason: { code: 'fraud', text } }),
      );
    const [first] = live;
    await expect(moderate(first.id, 'suspend')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await moderate(first.id, 'suspend', 'Forged documents.');
    expect(await lastEvent(t, 'listing.suspended')).toMatchObject({
      listing: { id: first.id, status: 'suspended' },
      reason: 'Forged documents.',
    });
    const ownView = await t.get(`/api/seller/listings/${first.id}`, { as: small });
    expect(ownView.body.data).toMatchObject({
      status: 'SUSPENDED',
      suspension: { reason: 'Forged documents.' },
    });
    await publish(t, small);
    await expect(moderate(first.id, 'restore')).rejects.toMatchObject({ code: 'LISTING_LIMIT_EXCEEDED' });
    await t.del(`/api/seller/listings/${live[1].id}`, { as: small });
    expect((await moderate(first.id, 'restore')).status).toBe('ACTIVE');
  });

  it('lifting the takedown of a listing that was not live leaves a draft, and its seller is notified', async () => {
    const small = await createSeller(t);
    const { id } = await publish(t, small);
    await t.post(`/api/seller/listings/${id}/unpublish`, {}, { as: small });
    const admin = { kind: 'admin', userId: 'usr_00000000000000000000000000' } as const;
    const reason = { code: 'other', text: 'Wrong pictures.' };
    const { transition } = t.app.modules.listings;
    await inTransaction(t.db, (trx) => transition(trx, admin, id, 'suspend', { reason }));
    await t.drainJobs();
    notices.length = 0;
    const restored = await inTransaction(t.db, (trx) => transition(trx, admin, id, 'restore'));
    expect(restored.status).toBe('DRAFT');
    await t.drainJobs();
    expect(notices).toMatchObject([
      {
        userId: small.userId,
        type: 'listing_restored',
        link: `/seller/listings/${id}`,
        data: { status: 'DRAFT' },
      },
    ]);
  });
});
