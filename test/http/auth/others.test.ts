/** Actions of one account do not change the data of other accounts. */
import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findSellerOfUser,
  getCustomer,
  listSellerNames,
  listSellersNamed,
} from '../../../src/modules/auth/account/customers.repository.ts';
import { setVerifiedPhone } from '../../../src/modules/auth/account/phone-codes.repository.ts';
import { setAvatar, updateProfile } from '../../../src/modules/auth/account/users.repository.ts';
import {
  acceptDocuments,
  listDocuments,
  refuseDocuments,
} from '../../../src/modules/auth/registration/seller-documents.repository.ts';
import { forgiveAllFailures } from '../../../src/modules/auth/sessions/sign-in-failures.repository.ts';
import { addMs, DAY_MS, MINUTE_MS } from '../../../src/platform/clock.ts';
import { inTransaction } from '../../../src/platform/db/transaction.ts';
import type { Page } from '../../../src/platform/http/pagination.ts';
import { newId } from '../../../src/platform/ids.ts';
import {
  createBuyer,
  createSeller,
  createTeamMember,
  type TestSeller,
  type TestUser,
} from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import {
  codeFor,
  errorOf,
  newEmail,
  newPerson,
  PASSWORD,
  register,
  signIn,
  verifyAddress,
} from './support.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const userRow = (userId: string) =>
  t.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();

describe('others’ accounts', () => {
  it("keep their password when another account's is rehashed", async () => {
    const [person, other] = [await register(t), await register(t)];
    const before = await userRow(other.userId);
    const weak = await hash(PASSWORD, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
    await t.db.updateTable('users').set({ password_hash: weak }).where('id', '=', person.userId).execute();
    await signIn(t, person);
    expect((await userRow(person.userId)).password_hash).not.toBe(weak);
    expect(await userRow(other.userId)).toEqual(before);
  });

  it('keep their restrictions, image and number; one that is suspended gets none', async () => {
    const [person, other] = [await createBuyer(t), await createBuyer(t)];
    const before = await userRow(other.userId);
    const restricted = { ipRestriction: { enabled: true, addresses: ['192.0.2.1'] }, requireSignature: true };
    expect((await t.put('/api/account/security', restricted, { as: person })).status).toBe(200);
    const now = t.clock.now();
    const write = async () => [
      await setAvatar(t.db, person.userId, 'me.webp', now),
      (await updateProfile(t.db, person.userId, { name: 'Somebody Else' }, now))?.id,
      (await inTransaction(t.db, (trx) => setVerifiedPhone(trx, person.userId, '+4940123', now)))?.id,
    ];
    expect(await write()).toEqual([true, person.userId, person.userId]);
    expect(await userRow(person.userId)).toMatchObject({
      ip_restriction: true,
      allowed_addresses: ['192.0.2.1'],
      require_signature: true,
      avatar: 'me.webp',
      phone: '+4940123',
      phone_verified: true,
    });
    await t.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', person.userId).execute();
    expect(await write()).toEqual([false, undefined, undefined]);
    expect(await userRow(other.userId)).toEqual(before);
  });

  it('keep their failed attempts when a reset clears those of one account', async () => {
    const [ownAccount, otherAccount] = [Buffer.from('own'.padEnd(32)), Buffer.from('theirs'.padEnd(32))];
    for (const account of [ownAccount, otherAccount])
      await sql`
        insert into sign_in_failures (account_hash, source_hash, failures, window_ends_at)
        values (${account}, ${account}, 3, ${t.clock.now()})`.execute(t.db);
    await forgiveAllFailures(t.db, ownAccount);
    const remaining = await t.db.selectFrom('sign_in_failures').select('account_hash').execute();
    expect(remaining.map((row) => row.account_hash.toString().trim())).toEqual(['theirs']);
  });
});

describe('a change of the address', () => {
  const change = async (person: { readonly token: string }): Promise<string> => {
    const email = newEmail();
    const requested = await t.post('/v1/account/email', { email, password: PASSWORD }, { as: person });
    expect(requested.status).toBe(200);
    const code = await codeFor(t, email);
    expect((await t.post('/v1/account/email/confirm', { code }, { as: person })).status).toBe(200);
    return email;
  };
  const listVerifiedEvents = async (userId: string) => {
    const rows = await t.db
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'user.verified')
      .where('user_id', '=', userId)
      .execute();
    return rows.map(({ data }) => data);
  };

  it('verifies an unverified account, which is notified once at the new address', async () => {
    const [unverified, verified] = [await newPerson(t), await newPerson(t)];
    await verifyAddress(t, verified);
    const email = await change(unverified);
    await change(verified);
    expect(await listVerifiedEvents(unverified.userId)).toEqual([
      {
        user: {
          id: unverified.userId,
          email,
          name: 'Anna Petersen',
          role: 'BUYER',
          email_verified: true,
          verified_at: expect.any(String),
        },
      },
    ]);
    expect(await listVerifiedEvents(verified.userId)).toEqual([]);
  });

  it('makes the code to the old address worthless, and no other’s', async () => {
    const [person, other] = [await newPerson(t), await newPerson(t)];
    await change(person);
    const codes = await t.db.selectFrom('verification_codes').select('user_id').execute();
    const remaining = codes.map((row) => row.user_id);
    expect([remaining.includes(person.userId), remaining.includes(other.userId)]).toEqual([false, true]);
  });
});

describe('a link to reset the password', () => {
  it('is worth nothing once its account is suspended', async () => {
    const person = await register(t);
    await t.post('/api/auth/forgot-password', { email: person.email });
    await t.drainJobs();
    const mail = t.mailbox.findLast(({ to, text }) => to === person.email && text.includes('fwpr_'));
    const token = /fwpr_[\w-]{43}/.exec(mail?.text ?? '')?.[0];
    await t.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', person.userId).execute();
    const body = { token, password: 'Another#Trailer7', confirmPassword: 'Another#Trailer7' };
    const before = await userRow(person.userId);
    expect(errorOf(await t.post('/api/auth/reset-password', body))).toEqual([400, 'INVALID_RESET_TOKEN']);
    expect(await userRow(person.userId)).toEqual(before);
  });
});

describe('documents of sellers', () => {
  const add = async (
    seller: TestSeller,
    options: { readonly ago?: number; readonly by?: TestUser; readonly refused?: boolean } = {},
  ) => {
    const now = t.clock.now();
    const id = newId('doc', now);
    await t.db
      .insertInto('seller_documents')
      .values({
        id,
        seller_id: seller.sellerId,
        user_id: (options.by ?? seller).userId,
        filename: 'licence.pdf',
        content_type: 'application/pdf',
        bytes: 7,
        storage_key: `private/documents/${seller.sellerId}/${id}`,
        created_at: addMs(now, -(options.ago ?? 0)),
        ...(options.refused === true ? { refused_at: now, refusal_reason: 'unreadable' } : {}),
      })
      .execute();
    return id;
  };
  const rowsOf = async (seller: TestSeller) =>
    Object.fromEntries(
      (
        await t.db
          .selectFrom('seller_documents')
          .selectAll()
          .where('seller_id', '=', seller.sellerId)
          .execute()
      ).map((row) => [row.id, row]),
    );

  it('are listed newest first, a page at a time, and of the seller alone', async () => {
    const [seller, other] = [await createSeller(t), await createSeller(t)];
    await add(other);
    const oldest = await add(seller, { ago: DAY_MS });
    const newest = await add(seller);
    const middle = await add(seller, { ago: MINUTE_MS });
    const list = async (page: number, limit: number) => {
      const request = { page, limit, offset: (page - 1) * limit } as Page;
      const { rows, total } = await listDocuments(t.db, seller.sellerId, request);
      return [rows.map(({ id }) => id), total];
    };
    expect(await list(1, 2)).toEqual([[newest, middle], 3]);
    expect(await list(2, 2)).toEqual([[oldest], 3]);
  });

  it('are accepted together, and wait again; refused ones stay refused, and others’ as they are', async () => {
    const [seller, other] = [await createSeller(t), await createSeller(t)];
    const [waiting, refused, foreignId] = [
      await add(seller),
      await add(seller, { refused: true }),
      await add(other),
    ];
    const now = t.clock.now();
    await inTransaction(t.db, (trx) => acceptDocuments(trx, seller.sellerId, now));
    const rows = await rowsOf(seller);
    expect([rows[waiting]?.accepted_at, rows[refused]?.accepted_at]).toEqual([now, null]);
    expect((await rowsOf(other))[foreignId]).toMatchObject({ accepted_at: null, is_waiting: true });
    await inTransaction(t.db, (trx) => acceptDocuments(trx, seller.sellerId, null));
    expect((await rowsOf(seller))[waiting]).toMatchObject({ accepted_at: null, is_waiting: true });
  });

  it('are rejected while they wait, and the sender of the first one is notified', async () => {
    const [seller, other] = [await createSeller(t, { companyName: 'Papers GmbH' }), await createSeller(t)];
    const colleague = await createTeamMember(t, seller.sellerId, 'MANAGER');
    const accepted = await add(seller, { ago: 2 * DAY_MS });
    await inTransaction(t.db, (trx) => acceptDocuments(trx, seller.sellerId, t.clock.now()));
    const earlier = await add(seller, { refused: true, ago: 3 * DAY_MS });
    const later = await add(seller);
    const first = await add(seller, { by: colleague, ago: DAY_MS });
    const last = await add(seller, { ago: MINUTE_MS });
    const foreignId = await add(other);
    const before = { own: await rowsOf(seller), others: await rowsOf(other) };
    const now = t.clock.now();
    const refuse = () =>
      inTransaction(t.db, (trx) => refuseDocuments(trx, seller.sellerId, 'Too dark.', now));
    expect(await refuse()).toEqual({
      id: colleague.userId,
      email: colleague.email,
      name: colleague.name,
      language: 'en',
      company_name: 'Papers GmbH',
    });
    const after = await rowsOf(seller);
    for (const id of [accepted, earlier]) expect(after[id]).toEqual(before.own[id]);
    for (const id of [later, first, last])
      expect(after[id]).toMatchObject({ refused_at: now, refusal_reason: 'Too dark.', is_waiting: false });
    expect((await rowsOf(other))[foreignId]).toEqual(before.others[foreignId]);
    expect(await refuse()).toBeUndefined();
  });
});

describe('what billing asks about sellers', () => {
  it('is returned only for the requested sellers', async () => {
    const [one, two] = [
      await createSeller(t, { companyName: 'Alpha Axles' }),
      await createSeller(t, { companyName: 'Beta Brakes' }),
    ];
    const buyer = await createBuyer(t);
    const names = async (...ids: string[]) => Object.fromEntries(await listSellerNames(t.db, ids));
    expect(await names()).toEqual({});
    expect(await names(two.sellerId)).toEqual({ [two.sellerId]: 'Beta Brakes' });
    expect(await names(one.sellerId, two.sellerId, one.sellerId)).toEqual({
      [one.sellerId]: 'Alpha Axles',
      [two.sellerId]: 'Beta Brakes',
    });
    expect(await listSellersNamed(t.db, 'PHA AX', 5)).toEqual([one.sellerId]);
    expect(await findSellerOfUser(t.db, two.userId)).toBe(two.sellerId);
    expect([await findSellerOfUser(t.db, buyer.userId), await findSellerOfUser(t.db, 'usr_none')]).toEqual([
      null,
      undefined,
    ]);
  });

  it('has the lines of the address that are there, and its own email address before that of its owner', async () => {
    const seller = await createSeller(t, { companyName: 'Gamma Gears' });
    await createSeller(t);
    const updateSeller = (changes: object) =>
      t.db.updateTable('sellers').set(changes).where('id', '=', seller.sellerId).execute();
    const readParty = async () => (await getCustomer(t.db, seller.sellerId)).party;
    await updateSeller({ street: null, postal_code: null, city: 'Hamburg', region: null });
    expect(await readParty()).toEqual({
      name: 'Gamma Gears',
      address: ['Hamburg'],
      vatId: null,
      email: seller.email,
    });
    await updateSeller({
      street: 'Kai 1',
      postal_code: '20095',
      region: 'HH',
      email: 'office@gears.example',
      vat_id: 'DE1',
    });
    expect(await readParty()).toEqual({
      name: 'Gamma Gears',
      address: ['Kai 1', '20095 Hamburg', 'HH'],
      vatId: 'DE1',
      email: 'office@gears.example',
    });
  });
});
