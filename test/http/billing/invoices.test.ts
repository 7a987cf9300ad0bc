import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSellerWithAddress as createSeller, createTeamMember } from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { createSubscriber, holdNotices } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
  holdNotices(t);
});
afterAll(() => t.close());

describe('GET /subscriptions/invoices, 200', () => {
  it('pages, newest first, by status', async () => {
    const seller = await createSubscriber(t, 'starter');
    await t.patch('/api/subscriptions', { planId: 'professional' }, { as: seller });
    await t.patch('/api/subscriptions', { planId: 'premium' }, { as: seller });
    const all = (await t.get('/api/subscriptions/invoices', { as: seller })).body.data;
    expect(all.pagination).toEqual({ page: 1, limit: 20, total: 3, totalPages: 1, hasMore: false });
    const numbers = all.invoices.map((invoice: { number: string }) => invoice.number);
    expect(numbers).toEqual(numbers.toSorted().toReversed());
    expect(numbers[0]).toMatch(/^FW-\d{4}-\d{6}$/);
    const second = (await t.get('/api/subscriptions/invoices?page=2&limit=2', { as: seller })).body.data;
    expect(second.invoices).toEqual([all.invoices[2]]);
    expect(second.pagination).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2, hasMore: false });
    expect(
      (await t.get('/api/subscriptions/invoices?status=open', { as: seller })).body.data.invoices,
    ).toEqual([]);
    expect(
      (await t.get('/api/subscriptions/invoices?status=paid', { as: seller })).body.data.invoices,
    ).toHaveLength(3);
    await sql`update invoices set issued_at = issued_at - interval '1 day' where id = ${all.invoices[0].id}`.execute(
      t.db,
    );
    const reordered = (await t.get('/api/subscriptions/invoices', { as: seller })).body.data.invoices;
    expect(reordered.map(({ number }: { number: string }) => number)).toEqual([
      numbers[1],
      numbers[2],
      numbers[0],
    ]);
    await sql`update invoices set issued_at = now() where seller_id = ${seller.sellerId}`.execute(t.db);
    expect(
      (await t.get('/api/subscriptions/invoices?limit=2', { as: seller })).body.data.invoices,
    ).toMatchObject(numbers.slice(0, 2).map((number: string) => ({ number })));
  });

  it('numbers run without gaps, also when many are issued at once and some are declined', async () => {
    const sellers = await Promise.all(Array.from({ length: 12 }, () => createSeller(t)));
    await Promise.all(
      sellers.map((seller, i) =>
        t.post(
          '/api/subscriptions',
          {
            planId: 'starter',
            billingCycle: 'monthly',
            paymentMethod: i % 3 === 0 ? 'pm_declined' : 'pm_ok',
          },
          { as: seller },
        ),
      ),
    );
    const { rows } = await sql<{ number: string }>`select number from invoices order by number`.execute(t.db);
    const numbers = rows.map((row) => Number(row.number.split('-')[2]));
    expect(numbers).toEqual(numbers.map((_, i) => i + 1));
    expect(numbers.length).toBeGreaterThanOrEqual(8);
  });
});

describe('GET /subscriptions/invoices/:id, 200', () => {
  it('has lines, taxes and both sides', async () => {
    const seller = await createSeller(t, { companyName: 'Łódź Trucks', country: 'PL', city: 'Łódź' });
    await t.db
      .updateTable('sellers')
      .set({ vat_id: 'PL5261040828' })
      .where('id', '=', seller.sellerId)
      .execute();
    const { body } = await t.post(
      '/api/subscriptions',
      { planId: 'starter', billingCycle: 'monthly', paymentMethod: 'pm_ok' },
      { as: seller },
    );
    const { id } = body.data.invoice;
    const { invoice } = (await t.get(`/api/subscriptions/invoices/${id}`, { as: seller })).body.data;
    expect(invoice).toMatchObject({
      net: 49,
      vat: 0,
      total: 49,
      taxNote: 'reverse_charge',
      taxes: [{ rate: 0, net: 49, amount: 0 }],
      lines: [{ kind: 'plan', description: 'Plan Starter, monthly', net: 49, vatRate: 0 }],
      customer: {
        name: 'Łódź Trucks',
        country: 'PL',
        vatId: 'PL5261040828',
        address: ['Hafenstraße 1', '20457 Łódź'],
      },
      issuer: { name: 'Fifthwheel', country: 'DE', vatId: null },
      corrects: null,
    });
    const pdf = await t.get(`/api/subscriptions/invoices/${id}/pdf`, { as: seller });
    expect(pdf.status).toBe(200);
    expect(pdf.headers['content-type']).toBe('application/pdf');
    expect(pdf.headers['content-disposition']).toBe(`attachment; filename="${invoice.number}.pdf"`);
    expect(pdf.text.startsWith('%PDF-')).toBe(true);
    expect(pdf.text.trimEnd().endsWith('%%EOF')).toBe(true);
  });

  it('is sent as plain bytes to who accepts nothing else', async () => {
    const seller = await createSubscriber(t, 'starter');
    const { body } = await t.get('/api/subscriptions/invoices', { as: seller });
    const path = `/api/subscriptions/invoices/${body.data.invoices[0].id}/pdf`;
    for (const [accept, type] of [
      ['application/octet-stream', 'application/octet-stream'],
      ['application/octet-stream, */*;q=0.1', 'application/pdf'],
      ['application/json', 'application/pdf'],
    ] as const) {
      const pdf = await t.get(path, { as: seller, headers: { accept } });
      expect([accept, pdf.headers['content-type']]).toEqual([accept, type]);
      expect(pdf.text.startsWith('%PDF-')).toBe(true);
    }
  });

  it('shows amounts and the VAT in percent, of the whole and of each line', async () => {
    const seller = await createSubscriber(t, 'starter');
    const change = await t.patch('/api/subscriptions', { planId: 'professional' }, { as: seller });
    const path = `/api/subscriptions/invoices/${change.body.data.invoice.id}`;
    const { invoice } = (await t.get(path, { as: seller })).body.data;
    expect(invoice).toMatchObject({
      net: 100,
      vat: 19,
      total: 119,
      taxNote: null,
      taxes: [{ rate: 19, net: 100, amount: 19 }],
      lines: [
        { kind: 'unused', net: -49, vatRate: 19 },
        { kind: 'plan', net: 149, vatRate: 19 },
      ],
    });
  });

  it('does not change with the seller', async () => {
    const seller = await createSubscriber(t, 'starter');
    const { invoices } = (await t.get('/api/subscriptions/invoices', { as: seller })).body.data;
    const path = `/api/subscriptions/invoices/${invoices[0].id}`;
    const before = (await t.get(path, { as: seller })).text;
    await t.db
      .updateTable('sellers')
      .set({ company_name: 'Renamed', city: 'Elsewhere' })
      .where('id', '=', seller.sellerId)
      .execute();
    expect((await t.get(path, { as: seller })).text).toBe(before);
  });
});

it('400 for an impossible page and an invalid filter', async () => {
  const seller = await createSeller(t);
  for (const query of ['page=0', 'limit=101', 'status=lost', 'colour=red'])
    expect([query, (await t.get(`/api/subscriptions/invoices?${query}`, { as: seller })).status]).toEqual([
      query,
      400,
    ]);
});

it('401, 403, and 404 for an invoice of another account, as for an unknown one', async () => {
  const owner = await createSubscriber(t, 'starter');
  const { invoices } = (await t.get('/api/subscriptions/invoices', { as: owner })).body.data;
  const other = await createSubscriber(t, 'starter');
  const agent = await createTeamMember(t, owner.sellerId, 'AGENT');
  const manager = await createTeamMember(t, owner.sellerId, 'MANAGER');
  for (const suffix of ['', '/pdf']) {
    const path = `/api/subscriptions/invoices/${invoices[0].id}${suffix}`;
    expect((await t.get(path)).status).toBe(401);
    expect((await t.get(path, { as: agent })).status).toBe(403);
    expect((await t.get(path, { as: manager })).status).toBe(200);
    expect((await t.get(path, { as: other })).body.error.code).toBe('NOT_FOUND');
    expect((await t.get(`/api/subscriptions/invoices/inv_x${suffix}`, { as: other })).status).toBe(404);
  }
});
