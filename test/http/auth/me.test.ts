import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTeamMember } from '../../support/factories.ts';
import { fieldsOf, createTestApp, type TestApp } from '../../support/test-app.ts';
import { buyerForm, errorOf, newPerson, sellerForm } from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('GET /auth/me', () => {
  it('200: the account, without a seller for a buyer', async () => {
    const form = buyerForm({ phone: '+49 40 123456', language: 'de', currency: 'CHF' });
    const person = await newPerson(t, form);
    const response = await t.get('/api/auth/me', { as: person });
    expect(response.status).toBe(200);
    expect(response.body.data).toEqual({
      id: person.userId,
      email: person.email,
      name: 'Anna Petersen',
      role: 'BUYER',
      phone: '+4940123456',
      avatar: null,
      emailVerified: false,
      phoneVerified: false,
      language: 'de',
      currency: 'CHF',
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      updatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(response.headers['cache-control']).toBe('private, no-store');
  });

  it('200: members of a team see its seller', async () => {
    const owner = await newPerson(t, sellerForm());
    const { seller } = (await t.get('/api/auth/me', { as: owner })).body.data;
    const member = await createTeamMember(t, seller.id, 'VIEWER');
    expect((await t.get('/api/auth/me', { as: member })).body.data.seller).toEqual(seller);
  });

  it('401: without credentials', async () => {
    expect(errorOf(await t.get('/api/auth/me'))).toEqual([401, 'UNAUTHORIZED']);
  });
});

describe('PUT /auth/me', () => {
  it('200: the given values, and when they were given', async () => {
    const person = await newPerson(t);
    const before = (await t.get('/api/auth/me', { as: person })).body.data;
    t.clock.advance(1000);
    const response = await t.put('/api/auth/me', { name: ' Anna Berg ', language: 'de' }, { as: person });
    expect(response.body.data).toEqual({
      id: person.userId,
      name: 'Anna Berg',
      language: 'de',
      updatedAt: expect.any(String),
    });
    expect(response.body.data.updatedAt > before.updatedAt).toBe(true);
    const after = (await t.get('/api/auth/me', { as: person })).body.data;
    expect(after).toEqual({ ...before, ...response.body.data });
  });

  it('200: another phone number is an unverified one; null takes it away', async () => {
    const person = await newPerson(t, buyerForm({ phone: '+4940123456' }));
    await t.db.updateTable('users').set({ phone_verified: true }).where('id', '=', person.userId).execute();
    const put = (phone: string | null) => t.put('/api/auth/me', { phone }, { as: person });
    const isPhoneVerified = async () => (await t.get('/api/auth/me', { as: person })).body.data.phoneVerified;
    await put('+4940123456');
    expect(await isPhoneVerified()).toBe(true);
    await put('+4940654321');
    expect(await isPhoneVerified()).toBe(false);
    expect((await put('+49 (0) 40 99-88 77')).body.data.phone).toBe('+4940998877');
    expect((await put(null)).body.data.phone).toBeNull();
  });

  it('200: a read body can be sent back; read-only fields are ignored and reported', async () => {
    const person = await newPerson(t, sellerForm());
    const before = (await t.get('/api/auth/me', { as: person })).body.data;
    const forged = {
      ...before,
      role: 'ADMIN',
      emailVerified: true,
      email: 'x@example.org',
      seller: { ...before.seller, verified: true, trustScore: 100 },
    };
    const response = await t.put('/api/auth/me', forged, { as: person });
    expect(response.status).toBe(200);
    expect(String(response.headers['x-ignored-fields']).split(', ')).toEqual(
      expect.arrayContaining(['id', 'email', 'role', 'emailVerified', 'seller']),
    );
    const after = (await t.get('/api/auth/me', { as: person })).body.data;
    expect({ ...after, updatedAt: '' }).toEqual({ ...before, updatedAt: '' });
  });

  it('200: nothing given, nothing changed', async () => {
    const person = await newPerson(t);
    const { updatedAt } = (await t.get('/api/auth/me', { as: person })).body.data;
    const response = await t.put('/api/auth/me', { trustScore: 3 }, { as: person });
    expect(response.body.data).toEqual({ id: person.userId, updatedAt });
    expect(response.headers['x-ignored-fields']).toBe('trustScore');
  });

  it('422: all fields at once', async () => {
    const person = await newPerson(t);
    const body = { name: 'A', phone: '12', language: 'deutsch', currency: 'euro' };
    const response = await t.put('/api/auth/me', body, { as: person });
    expect(errorOf(response)).toEqual([422, 'VALIDATION_ERROR']);
    expect(fieldsOf(response).toSorted()).toEqual(['currency', 'language', 'name', 'phone']);
    const unknown = await t.put('/api/auth/me', { name: 'A', currency: 'XAU' }, { as: person });
    expect(fieldsOf(unknown).toSorted()).toEqual(['currency', 'name']);
    const alone = await t.put('/api/auth/me', { currency: 'XAU' }, { as: person });
    expect([...errorOf(alone), fieldsOf(alone)]).toEqual([422, 'VALIDATION_ERROR', ['currency']]);
    for (const body of [null, 7, 'x'])
      expect(errorOf(await t.put('/api/auth/me', body, { as: person }))[0]).toBeLessThan(500);
  });

  it('422: a nullable field reports its other problems', async () => {
    const person = await newPerson(t);
    const errorFor = async (phone: unknown) =>
      (await t.put('/api/auth/me', { phone }, { as: person })).body.error.details[0].message;
    expect(await errorFor('12')).toBe('must be a phone number with country code, such as +4940123456');
    expect(await errorFor(12)).toBe('must be text or null');
  });

  it('400: not an object; 401: without credentials', async () => {
    const person = await newPerson(t);
    expect(errorOf(await t.put('/api/auth/me', [], { as: person }))).toEqual([422, 'VALIDATION_ERROR']);
    expect(errorOf(await t.put('/api/auth/me', undefined, { as: person }))).toEqual([400, 'BAD_REQUEST']);
    expect(errorOf(await t.put('/api/auth/me', {}))).toEqual([401, 'UNAUTHORIZED']);
  });
});
