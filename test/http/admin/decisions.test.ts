import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseSome, exportDecisions } from '../../../src/modules/decisions/decisions.repository.ts';
import { PagedList } from '../../../src/platform/personal-data.ts';
import { DAY_MS } from '../../../src/platform/clock.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import {
  createAdmin,
  createBuyer,
  createSeller,
  type TestSeller,
  type TestUser,
} from '../../support/factories.ts';
import { eraseSection, exportSection } from '../../support/personal-data.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { publish } from '../listings/bodies.ts';
import { insertConversation } from '../sellers/talk.ts';

let t: TestApp;
let first: TestUser;
let second: TestUser;

beforeAll(async () => {
  t = await createTestApp();
  first = await createAdmin(t);
  second = await createAdmin(t);
});
afterAll(() => t.close());

const reason = 'Buyers are asked for another price.';
const decisionsData = { export: new PagedList(exportDecisions), batches: { decided: eraseSome } };
const objection = 'The price includes the trailer, as the text says.';

/** Returns the token of the last statement of reasons that was sent to this address. */
async function tokenFor(to: string): Promise<string> {
  await t.drainJobs();
  const mail = t.mailbox.findLast(
    (candidate) => candidate.to === to && candidate.text.includes('/decisions/'),
  );
  return /\/decisions\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? 'no mail';
}

async function takeDownListing(): Promise<{ seller: TestSeller; listing: { id: string }; token: string }> {
  const seller = await createSeller(t);
  const listing = await publish(t, seller, { title: 'DAF XF with reasons' });
  const body = { code: 'misleading_price', reason, foundBy: 'report' };
  const response = await t.post(`/api/admin/listings/${listing.id}/suspend`, body, { as: first });
  expect(response.status).toBe(200);
  return { seller, listing, token: await tokenFor(seller.email) };
}
const appeal = (token: string, text = objection) => t.post(`/api/decisions/${token}/objection`, { text });
const judge = (id: string, outcome: string, as = second) =>
  t.post(`/api/admin/objections/${id}/judge`, { outcome, reason: 'Looked at again.' }, { as });

describe('a moderation decision', () => {
  it('is explained with measure, reason, rule, source and how to appeal', async () => {
    const { seller, token } = await takeDownListing();
    const mail = t.mailbox.findLast(({ to, text }) => to === seller.email && text.includes('/decisions/'));
    for (const part of [
      'Your listing was taken down.',
      'DAF XF with reasons',
      reason,
      'Our terms: published content must be true',
      'We reviewed it because of a report.',
      'within six months',
    ])
      expect(mail?.text).toContain(part);
    const read = await t.get(`/api/decisions/${token}`);
    expect(read.body.data).toMatchObject({
      kind: 'listing.suspended',
      reason,
      objection: null,
      outcome: null,
    });
    const ownDecisions = (await t.get('/api/account/decisions', { as: seller })).body.data;
    expect(ownDecisions.decisions).toEqual([read.body.data]);
    const other = await createSeller(t);
    expect((await t.get('/api/account/decisions', { as: other })).body.data.decisions).toEqual([]);
    expect((await t.get(`/api/decisions/${token}x`)).status).toBe(404);
  });

  it('is explained for a rejection, a review and a suspension, to buyers too', async () => {
    const [seller, buyer] = [await createSeller(t), await createBuyer(t)];
    await insertConversation(t, buyer, seller);
    const text = 'Never again, and here is his private number.';
    const review = await t.post(`/api/sellers/${seller.slug}/reviews`, { rating: 1, text }, { as: buyer });
    const body = { status: 'rejected', code: 'personal_data', reason: 'It names a private number.' };
    await t.post(`/api/admin/reviews/${review.body.data.id}/decide`, body, { as: first });
    expect((await t.get(`/api/decisions/${await tokenFor(buyer.email)}`)).body.data).toMatchObject({
      kind: 'review.rejected',
      subject: text,
      rule: 'The law: the rights of other people, including their honour and their personal data.',
      found: 'We found this ourselves.',
    });
    await t.post(`/api/admin/users/${buyer.userId}/suspend`, { reason: 'Once more.' }, { as: first });
    expect((await t.get(`/api/decisions/${await tokenFor(buyer.email)}`)).body.data.kind).toBe(
      'user.suspended',
    );
  });

  it('is reviewed once by another administrator, and undone when it is reversed', async () => {
    const { seller, listing, token } = await takeDownListing();
    const sent = await Promise.all([appeal(token), appeal(token)]);
    expect(sent.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const open = (await t.get('/api/admin/objections', { as: second })).body.data.objections;
    const { id } = open.find((decision: { subjectId: string }) => decision.subjectId === listing.id);
    const ownJudgment = await judge(id, 'upheld', first);
    expect([ownJudgment.status, ownJudgment.body.error.code]).toEqual([409, 'INVALID_STATE']);
    const judged = await Promise.all([judge(id, 'reversed'), judge(id, 'upheld', await createAdmin(t))]);
    expect(judged.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { outcome } = (await t.get(`/api/decisions/${token}`)).body.data;
    const listed = await t.get(`/api/seller/listings/${listing.id}`, { as: seller });
    expect(listed.body.data.status).toBe(outcome === 'reversed' ? 'ACTIVE' : 'SUSPENDED');
    await t.drainJobs();
    const mail = t.mailbox.findLast(({ to, subject }) => to === seller.email && subject.includes('appeal'));
    expect(mail?.text).toContain('Looked at again.');
    const decided = (await t.get('/api/admin/objections?status=decided', { as: second })).body.data
      .objections;
    expect(decided[0]).toMatchObject({ id, outcome, objection });
  });

  it('brings back a listing and an account', async () => {
    const { seller, listing, token } = await takeDownListing();
    await appeal(token);
    const idOf = async (subjectId: string): Promise<string> =>
      (await t.get('/api/admin/objections', { as: second })).body.data.objections.find(
        (decision: { subjectId: string }) => decision.subjectId === subjectId,
      ).id;
    expect((await judge(await idOf(listing.id), 'reversed')).status).toBe(200);
    expect((await t.get(`/api/seller/listings/${listing.id}`, { as: seller })).body.data.status).toBe(
      'ACTIVE',
    );
    const buyer = await createBuyer(t);
    await t.post(`/api/admin/users/${buyer.userId}/suspend`, { reason: 'Only a trial.' }, { as: first });
    await appeal(await tokenFor(buyer.email));
    expect((await judge(await idOf(buyer.userId), 'reversed')).status).toBe(200);
    const user = (await t.get(`/api/admin/users/${buyer.userId}`, { as: first })).body.data.user;
    expect(user.status).toBe('active');
  });

  const findOpenAppeal = async (subjectId: string, as = second) =>
    (await t.get('/api/admin/objections', { as })).body.data.objections.find(
      (decision: { subjectId: string }) => decision.subjectId === subjectId,
    );
  const statusOf = async (listingId: string) => {
    const { status } = await t.db
      .selectFrom('listings')
      .select('status')
      .where('id', '=', listingId)
      .executeTakeFirstOrThrow();
    return status;
  };
  const ofAccount = (userId: string, action: 'suspend' | 'reinstate') =>
    t.post(`/api/admin/users/${userId}/${action}`, action === 'suspend' ? { reason: 'Fraud.' } : undefined, {
      as: first,
    });

  it('says in the queue who can judge it, and counts open objections among what waits', async () => {
    const { listing, token } = await takeDownListing();
    const countWaiting = async () =>
      (await t.get('/api/admin/dashboard', { as: first })).body.data.queues.objections.waiting;
    const before = await countWaiting();
    await appeal(token);
    expect(await countWaiting()).toBe(before + 1);
    expect([
      (await findOpenAppeal(listing.id)).mayJudge,
      (await findOpenAppeal(listing.id, first)).mayJudge,
    ]).toEqual([true, false]);
  });

  it('does not bring a listing to the market while its dealer is suspended, but when the dealer is reinstated', async () => {
    const { seller, listing, token } = await takeDownListing();
    await appeal(token);
    await ofAccount(seller.userId, 'suspend');
    const { id } = await findOpenAppeal(listing.id);
    expect((await judge(id, 'reversed')).status).toBe(200);
    expect(await statusOf(listing.id)).toBe('SUSPENDED');
    const secondRestore = await t.post(`/api/admin/listings/${listing.id}/restore`, undefined, { as: first });
    expect([secondRestore.status, secondRestore.body.error.code]).toEqual([409, 'INVALID_STATE']);
    await ofAccount(seller.userId, 'reinstate');
    await t.drainJobs();
    expect(await statusOf(listing.id)).toBe('ACTIVE');
  });

  it('makes a draft of a listing that its plan has no room for', async () => {
    const { seller, listing, token } = await takeDownListing();
    for (let count = 0; count < 5; count++) await publish(t, seller);
    await appeal(token);
    expect((await judge((await findOpenAppeal(listing.id)).id, 'reversed')).status).toBe(200);
    expect(await statusOf(listing.id)).toBe('DRAFT');
  });

  it('leaves a later decision about the same account as it is', async () => {
    const buyer = await createBuyer(t);
    await ofAccount(buyer.userId, 'suspend');
    await appeal(await tokenFor(buyer.email));
    const { id } = await findOpenAppeal(buyer.userId);
    await ofAccount(buyer.userId, 'reinstate');
    t.clock.advance(1000);
    await ofAccount(buyer.userId, 'suspend');
    expect((await judge(id, 'reversed')).status).toBe(200);
    const { user } = (await t.get(`/api/admin/users/${buyer.userId}`, { as: first })).body.data;
    expect(user.status).toBe('suspended');
  });

  it('is explained in the first available language of the reader', async () => {
    const { token } = await takeDownListing();
    const localized = await t.get(`/api/decisions/${token}`, {
      headers: { 'accept-language': 'sv, de-AT;q=0.8' },
    });
    expect(localized.body.data.what).toBe('Ihr Inserat wurde offline genommen.');
  });

  it('is kept without words when the person is erased, however many there were, and in parts', async () => {
    const [erased, other] = [await createBuyer(t), await createBuyer(t)];
    const { token } = await takeDownListing();
    const { id } = (await t.get(`/api/decisions/${token}`)).body.data;
    for (const [userId, count] of [
      [erased.userId, 1001],
      [other.userId, 2],
    ] as const)
      await sql`
        insert into decisions select (jsonb_populate_record(d, jsonb_build_object(
          'id', 'dec_' || ${userId} || n, 'user_id', ${userId}::text, 'decided_at', d.decided_at - n * interval '1 minute'))).*
        from decisions d, generate_series(1, ${count}::integer) n where d.id = ${id}`.execute(t.db);
    expect(
      (await exportSection(decisionsData, t.db, { ...erased, sellerId: null })) as unknown[],
    ).toHaveLength(200);
    await inTransaction(t.db, (trx) =>
      eraseSection(decisionsData, trx, { ...erased, sellerId: null }, t.clock.now()),
    );
    const { rows } = await sql<{ user_id: string; reason: string; count: number }>`
      select user_id, reason, count(*)::integer as count from decisions
      where user_id in (${erased.userId}, ${other.userId}) group by user_id, reason order by count`.execute(
      t.db,
    );
    expect(rows).toEqual([
      { user_id: other.userId, reason, count: 2 },
      { user_id: erased.userId, reason: '—', count: 1001 },
    ]);
  });

  it('can be objected to for six months', async () => {
    const { token } = await takeDownListing();
    const page = () => t.call('GET', `/en/decisions/${token}`);
    expect((await page()).text).toContain('<textarea');
    t.clock.advance(184 * DAY_MS);
    const after = (await page()).text;
    expect(after).not.toContain('<textarea');
    expect(after).toContain('The deadline for an appeal was');
    const lateAppeal = await appeal(token);
    expect([lateAppeal.status, lateAppeal.body.error.code]).toEqual([409, 'INVALID_STATE']);
    expect((await appeal('forged')).status).toBe(404);
    expect((await appeal(token, 'No')).status).toBe(422);
  });
});

describe('an objection where there is one administrator', () => {
  let alone: TestApp;
  let admin: TestUser;
  beforeAll(async () => {
    alone = await createTestApp({ asOwner: true });
    admin = await createAdmin(alone);
  });
  afterAll(() => alone.close());

  async function appealOf(email: string): Promise<{ id: string; token: string }> {
    await alone.drainJobs();
    const mail = alone.mailbox.findLast(({ to, text }) => to === email && text.includes('/decisions/'));
    const token = /\/decisions\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? 'no mail';
    const { id } = (await alone.post(`/api/decisions/${token}/objection`, { text: objection })).body.data;
    return { id, token };
  }
  const judgeAlone = (id: string, outcome: string) =>
    alone.post(`/api/admin/objections/${id}/judge`, { outcome, reason: 'Nothing new.' }, { as: admin });
  const listOpenAppeals = async () =>
    (await alone.get('/api/admin/objections', { as: admin })).body.data.objections;

  it('is judged by the same person, which the person concerned reads', async () => {
    const buyer = await createBuyer(alone);
    await alone.post(`/api/admin/users/${buyer.userId}/suspend`, { reason: 'Insults.' }, { as: admin });
    const { id, token } = await appealOf(buyer.email);
    expect(await listOpenAppeals()).toMatchObject([{ id, mayJudge: true }]);
    const response = await judgeAlone(id, 'upheld');
    expect([response.status, response.body.data.outcomeBySamePerson]).toEqual([200, true]);
    await alone.drainJobs();
    const mail = alone.mailbox.findLast(({ to }) => to === buyer.email);
    expect(mail?.text).toContain('the same person decided on your appeal');
    expect((await alone.get(`/api/decisions/${token}`)).body.data.outcomeBySamePerson).toBe(true);
    const page = await alone.call('GET', `/en/decisions/${token}`);
    expect(page.text).toContain('the same person decided on your appeal');
  });

  it('stays open when the decision cannot be undone', async () => {
    const seller = await createSeller(alone);
    const listing = await publish(alone, seller);
    const body = { code: 'other', reason: 'A trial.' };
    await alone.post(`/api/admin/listings/${listing.id}/suspend`, body, { as: admin });
    const { id } = await appealOf(seller.email);
    const sent = alone.mailbox.length;
    await sql`
      create function refuse_restore() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`.execute(
      alone.db,
    );
    await sql`
      create trigger refuse_restore before update on listings for each row
      when (old.status = 'SUSPENDED' and new.status <> 'SUSPENDED') execute function refuse_restore()`.execute(
      alone.db,
    );
    expect((await judgeAlone(id, 'reversed')).status).toBe(500);
    await sql`drop trigger refuse_restore on listings`.execute(alone.db);
    expect(await listOpenAppeals()).toMatchObject([{ id, outcome: null }]);
    await alone.drainJobs();
    expect(alone.mailbox).toHaveLength(sent);
    expect((await judgeAlone(id, 'reversed')).status).toBe(200);
    const current = await alone.get(`/api/seller/listings/${listing.id}`, { as: seller });
    expect(current.body.data.status).toBe('ACTIVE');
  });
});
