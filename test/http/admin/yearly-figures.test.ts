import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/platform/clock.ts';
import {
  createAdmin,
  createBuyer,
  createListing,
  createSeller,
  signIn,
  type TestUser,
} from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
let admin: TestUser;

beforeAll(async () => {
  t = await createTestApp();
  // Moves the clock to the middle of a year, so that all events fall into the same year.
  const now = t.clock.now();
  t.clock.advance(Date.UTC(now.getUTCFullYear() + 1, 5, 15) - now.getTime());
  admin = await createAdmin(t);
});

afterAll(() => t.close());

it('what was reported and decided is counted by year, as JSON and as CSV', async () => {
  const seller = await createSeller(t);
  const { listingId, slug } = await createListing(t, seller, { title: 'Reported lorry' });
  const other = await createListing(t, seller, { title: 'Other lorry' });
  const year = t.clock.now().getUTCFullYear();
  const month = t.clock.now().toISOString().slice(0, 7);
  for (const place of [slug, other.slug]) {
    const buyer = await createBuyer(t);
    const report = await t.post(`/api/listings/${place}/report`, { reason: 'fraud' }, { as: buyer });
    expect(report.status).toBe(201);
  }
  const guest = await t.post(`/api/listings/${other.slug}/guest-report`, {
    reason: 'fraud',
    details: 'They want the money before anybody has seen the lorry.',
    email: 'guest@figures.example',
  });
  expect(guest.status).toBe(201);
  t.clock.advance(2 * HOUR_MS);
  const as = { as: await signIn(t, { userId: admin.userId, role: 'ADMIN' }) };
  const { reports } = (await t.get('/api/admin/reports?status=open', as)).body.data;
  const decision = { status: 'resolved', decision: 'It is no offer.' };
  expect((await t.post(`/api/admin/reports/${reports[0].id}/decide`, decision, as)).status).toBe(200);
  const suspended = await t.post(`/api/admin/listings/${listingId}/suspend`, { reason: 'Not for sale.' }, as);
  expect(suspended.status).toBe(200);

  await t.drainJobs();
  const decisionMail = t.mailbox.findLast(
    ({ to, text }) => to === seller.email && text.includes('/decisions/'),
  );
  const token = /\/decisions\/(\S+)/.exec(decisionMail?.text ?? '')?.[1] ?? 'no mail';
  await t.post(`/api/decisions/${token}/objection`, { text: 'It was for sale all the time.' });
  t.clock.advance(HOUR_MS);
  const judge = { as: await createAdmin(t) };
  const { objections } = (await t.get('/api/admin/objections', judge)).body.data;
  const outcome = { outcome: 'reversed', reason: 'It is for sale.' };
  await t.post(`/api/admin/objections/${objections[0].id}/judge`, outcome, judge);

  const { data } = (await t.get(`/api/admin/yearly-figures/${year}`, judge)).body;
  expect(data).toEqual({
    year,
    notices: [
      { kind: 'listing', reason: 'fraud', status: 'open', count: 2, byGuests: 1 },
      { kind: 'listing', reason: 'fraud', status: 'resolved', count: 1, byGuests: 0 },
    ],
    medianHours: 2,
    decisions: [
      { action: 'listing.restored', month, count: 1 },
      { action: 'listing.suspended', month, count: 1 },
      { action: 'objection.reversed', month, count: 1 },
      { action: 'report.resolved', month, count: 1 },
    ],
    statements: [{ kind: 'listing.suspended', code: 'takedown', foundBy: 'administrator', count: 1 }],
    objections: { made: 1, upheld: 0, reversed: 1, medianHours: 1 },
  });
  const csv = await t.get(`/api/admin/yearly-figures/${year}/export.csv`, judge);
  expect(csv.text.split('\n')).toEqual([
    'year,figure,kind,reason,status,month,count',
    `${year},notices,listing,fraud,open,,2`,
    `${year},notices,listing,fraud,resolved,,1`,
    `${year},notices without an account,listing,fraud,open,,1`,
    `${year},median hours to decision,,,,,2`,
    `${year},decisions,listing.restored,,,${month},1`,
    `${year},decisions,listing.suspended,,,${month},1`,
    `${year},decisions,objection.reversed,,,${month},1`,
    `${year},decisions,report.resolved,,,${month},1`,
    `${year},statements,listing.suspended,takedown,administrator,,1`,
    `${year},objections,,,made,,1`,
    `${year},objections,,,upheld,,0`,
    `${year},objections,,,reversed,,1`,
    `${year},median hours to outcome of objections,,,,,1`,
    '',
  ]);
  const before = (await t.get(`/api/admin/yearly-figures/${year - 1}`, judge)).body.data;
  expect(before).toEqual({
    year: year - 1,
    notices: [],
    medianHours: null,
    decisions: [],
    statements: [],
    objections: { made: 0, upheld: 0, reversed: 0, medianHours: null },
  });
});

it.each(['1999', '9999', 'x', '2026-01'])('there are no figures of %s', async (year) => {
  const as = { as: await signIn(t, { userId: admin.userId, role: 'ADMIN' }) };
  expect((await t.get(`/api/admin/yearly-figures/${year}`, as)).status).toBe(404);
});
