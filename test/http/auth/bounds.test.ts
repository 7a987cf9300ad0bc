import { randomBytes } from 'node:crypto';
/** Validity of sessions, codes and limits: each starts and ends at the exact millisecond and applies only to its account. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findManagers } from '../../../src/modules/companies/index.ts';
import { getCustomer } from '../../../src/modules/auth/account/customers.repository.ts';
import { consumeEmailChange } from '../../../src/modules/auth/account/email-changes.repository.ts';
import { consumePhoneCode } from '../../../src/modules/auth/account/phone-codes.repository.ts';
import { replaceCode, consumeAttemptOf } from '../../../src/modules/auth/codes.repository.ts';
import {
  countKeysOf,
  findKeyHolder,
  insertKey,
  rememberSignature,
  replaceKey,
  revokeKeysOf,
  revokePredecessor,
} from '../../../src/modules/auth/keys/api-keys.repository.ts';
import {
  countResetsSince,
  insertReset,
  isResetLive,
  consumeReset,
  invalidateResetsOf,
} from '../../../src/modules/auth/passwords/password-resets.repository.ts';
import { addRegistrationBytes } from '../../../src/modules/auth/registration/registration-bytes.repository.ts';
import {
  consumeCode,
  consumeAttempt,
} from '../../../src/modules/auth/registration/verification-codes.repository.ts';
import {
  beginView,
  endView,
  listEndedViews,
} from '../../../src/modules/auth/sessions/account-views.repository.ts';
import {
  findFormerSession,
  insertRefreshToken,
  renewSession,
  useRefreshToken,
} from '../../../src/modules/auth/sessions/refresh-tokens.repository.ts';
import {
  endSession,
  endSessionsOf,
  findBrowserSession,
  findLiveSession,
  insertSession,
  listLiveSessions,
  recordSessionUse,
  extendBrowserSession,
} from '../../../src/modules/auth/sessions/sessions.repository.ts';
import {
  countFailure,
  forgiveFailures,
} from '../../../src/modules/auth/sessions/sign-in-failures.repository.ts';
import { insertTicket, consumeTicket } from '../../../src/modules/auth/sessions/stream-tickets.repository.ts';
import { addMs, DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/platform/clock.ts';
import { inTransaction, type Transaction } from '../../../src/platform/db/transaction.ts';
import type { Page } from '../../../src/platform/http/pagination.ts';
import { newId } from '../../../src/platform/ids.ts';
import {
  createAdmin,
  createBuyer,
  createSeller,
  createTeamMember,
  type TestUser,
} from '../../support/factories.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';

let t: TestApp;
let me: TestUser;
let other: TestUser;
let now: Date;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  [me, other] = [await createBuyer(t), await createBuyer(t)];
  now = t.clock.now();
});

const at = (ms: number): Date => addMs(now, ms);
const within = <R>(work: (trx: Transaction) => Promise<R>): Promise<R> => inTransaction(t.db, work);
const bytes = (text: string): Buffer => Buffer.from(text.padEnd(32, '.'));

/** Inserts a session that expires in one hour. */
async function begin(user: TestUser, fields: { cookieHash?: Buffer } = {}): Promise<string> {
  const id = newId('ses', now);
  const expiresAt = at(HOUR_MS);
  await within((trx) =>
    insertSession(trx, {
      id,
      userId: user.userId,
      ip: '192.0.2.1',
      userAgent: 'x'.repeat(400),
      createdAt: now,
      expiresAt,
      ...fields,
    }),
  );
  return id;
}

const sessionRow = (id: string) =>
  t.db.selectFrom('sessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

describe('a session', () => {
  it('lives until the moment of its end, for its own account, and not once it was ended or its account erased', async () => {
    const cookie = bytes(`cookie ${newId('ses', now)}`);
    const id = await begin(me, { cookieHash: cookie });
    await begin(other, { cookieHash: bytes(`cookie ${newId('ses', now)}`) });
    const findUsersAt = async (when: Date) => [
      (await findLiveSession(t.db, id, me.userId, when))?.user_id,
      (await findBrowserSession(t.db, cookie, when))?.user_id,
    ];
    expect(await findUsersAt(at(HOUR_MS - 1))).toEqual([me.userId, me.userId]);
    expect(await findUsersAt(at(HOUR_MS))).toEqual([undefined, undefined]);
    expect(await findLiveSession(t.db, id, other.userId, now)).toBeUndefined();
    expect(await findLiveSession(t.db, 'ses_none', me.userId, now)).toBeUndefined();
    expect((await sessionRow(id)).user_agent).toHaveLength(300);
    await t.db.updateTable('users').set({ status: 'erased' }).where('id', '=', me.userId).execute();
    expect(await findUsersAt(now)).toEqual([undefined, undefined]);
    await t.db.updateTable('users').set({ status: 'active' }).where('id', '=', me.userId).execute();
    const end = (userId: string, when = now) =>
      within((trx) => endSession(trx, { id, userId }, 'logout', when));
    expect([await end(other.userId), await end(me.userId, at(HOUR_MS)), await end(me.userId)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(await end(me.userId)).toBe(false);
    expect(await findUsersAt(now)).toEqual([undefined, undefined]);
  });

  it('is renewed while it lives and its longest time is not over, and no longer than that', async () => {
    const id = await begin(me);
    const otherSession = await begin(other);
    const renew = (when: Date, begunAfter = at(-1), until = at(2 * HOUR_MS)) =>
      within((trx) =>
        renewSession(
          trx,
          { id, ip: '192.0.2.2', userAgent: null },
          { now: when, expiresAt: until, begunAfter, sessionMs: 3 * HOUR_MS },
        ),
      );
    expect(await renew(at(HOUR_MS))).toBeUndefined();
    expect(await renew(now, now)).toBeUndefined();
    expect(await renew(at(1))).toMatchObject({ user_id: me.userId });
    expect((await sessionRow(id)).expires_at).toEqual(at(2 * HOUR_MS));
    await renew(at(1), at(-1), at(DAY_MS));
    expect((await sessionRow(id)).expires_at).toEqual(at(3 * HOUR_MS));
    expect(await sessionRow(otherSession)).toMatchObject({ expires_at: at(HOUR_MS), ip: '192.0.2.1' });
    await t.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', me.userId).execute();
    expect(await renew(at(1))).toBeUndefined();
    await t.db.updateTable('users').set({ status: 'active' }).where('id', '=', me.userId).execute();
    await within((trx) => endSession(trx, { id, userId: me.userId }, 'logout', now));
    expect(await renew(at(1))).toBeUndefined();
  });

  it('is prolonged in a browser, never shortened, up to its maximum', async () => {
    const [id, otherSession, ended] = [await begin(me), await begin(other), await begin(me)];
    const readExpiry = async () => (await sessionRow(id)).expires_at;
    await extendBrowserSession(t.db, id, at(HOUR_MS - 1), DAY_MS);
    expect(await readExpiry()).toEqual(at(HOUR_MS));
    await extendBrowserSession(t.db, id, at(2 * HOUR_MS), DAY_MS);
    expect(await readExpiry()).toEqual(at(2 * HOUR_MS));
    await extendBrowserSession(t.db, id, at(9 * DAY_MS), DAY_MS);
    expect(await readExpiry()).toEqual(at(DAY_MS));
    await within((trx) => endSession(trx, { id: ended, userId: me.userId }, 'logout', now));
    await extendBrowserSession(t.db, ended, at(2 * HOUR_MS), DAY_MS);
    for (const session of [otherSession, ended])
      expect((await sessionRow(session)).expires_at).toEqual(at(HOUR_MS));
  });

  it('is noted as used again after a minute, and its account as seen, while that is active', async () => {
    const [id, otherSession] = [await begin(me), await begin(other)];
    const readLastSeen = async () =>
      (
        await t.db
          .selectFrom('users')
          .select('last_seen_at')
          .where('id', '=', me.userId)
          .executeTakeFirstOrThrow()
      ).last_seen_at;
    const before = await readLastSeen();
    await recordSessionUse(t.db, { id }, at(MINUTE_MS - 1));
    expect([(await sessionRow(id)).last_used_at, await readLastSeen()]).toEqual([now, before]);
    await recordSessionUse(t.db, { id }, at(MINUTE_MS));
    expect([(await sessionRow(id)).last_used_at, await readLastSeen()]).toEqual([
      at(MINUTE_MS),
      at(MINUTE_MS),
    ]);
    expect((await sessionRow(otherSession)).last_used_at).toEqual(now);
    await t.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', me.userId).execute();
    await recordSessionUse(t.db, { id }, at(HOUR_MS));
    expect(await readLastSeen()).toEqual(at(MINUTE_MS));
  });

  it('is listed while it lives, by its last use and then by its id; all but one end at once', async () => {
    const [one, two, three] = [await begin(me), await begin(me), await begin(me)];
    await begin(other);
    await sql`update sessions set last_used_at = last_used_at - interval '1 second' where id = ${three}`.execute(
      t.db,
    );
    const ownSessions = [one, two, three];
    const list = async (when: Date, limit = 10) =>
      (await listLiveSessions(t.db, me.userId, when, { page: 1, limit, offset: 0 } as Page)).rows.flatMap(
        ({ id }) => (ownSessions.includes(id) ? [id] : []),
      );
    expect(await list(now)).toEqual([two, one, three]);
    expect(await list(at(HOUR_MS))).toEqual([]);
    const ended = await within((trx) =>
      endSessionsOf(trx, me.userId, { reason: 'logout', now, except: two }),
    );
    expect(ended).toBeGreaterThanOrEqual(2);
    expect(await list(now)).toEqual([two]);
    expect(await within((trx) => endSessionsOf(trx, me.userId, { reason: 'logout', now }))).toBe(1);
  });

  it('has a refresh token that works once, and identifies the device that ended it', async () => {
    const [id, hash] = [await begin(me), bytes(`token ${newId('ses', now)}`)];
    await within((trx) => insertRefreshToken(trx, { hash, sessionId: id, parentHash: null, createdAt: now }));
    expect(await within((trx) => useRefreshToken(trx, bytes('another'), now))).toBeUndefined();
    expect(await within((trx) => useRefreshToken(trx, hash, now))).toEqual({ session_id: id });
    expect(await within((trx) => useRefreshToken(trx, hash, now))).toBeUndefined();
    const findFormer = async (userId = me.userId) => (await findFormerSession(t.db, hash, userId))?.id;
    expect([await findFormer(), await findFormer(other.userId)]).toEqual([id, undefined]);
    for (const [reason, expected] of [
      ['logout', id],
      ['stolen', undefined],
    ] as const) {
      await t.db
        .updateTable('sessions')
        .set({ ended_at: now, end_reason: reason })
        .where('id', '=', id)
        .execute();
      expect(await findFormer()).toBe(expected);
    }
  });

  it('opens a stream with a ticket once, until the moment of its end; the twenty newest are kept', async () => {
    const id = await begin(me);
    const hash = (n: number) => bytes(`${id} ${n}`);
    for (let n = 0; n < 22; n++)
      await within((trx) =>
        insertTicket(trx, { session_id: id, ticket_hash: hash(n), expires_at: at(SECOND_MS + n) }),
      );
    const { count } = await t.db
      .selectFrom('stream_tickets')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('session_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(count).toBe(20);
    expect(await consumeTicket(t.db, hash(1), now)).toBeUndefined();
    expect(await consumeTicket(t.db, hash(2), now)).toMatchObject({ session_id: id, user_id: me.userId });
    expect(await consumeTicket(t.db, hash(2), now)).toBeUndefined();
    expect(await consumeTicket(t.db, hash(3), at(SECOND_MS + 3))).toBeUndefined();
    expect(await consumeTicket(t.db, hash(4), at(SECOND_MS + 3))).toMatchObject({ session_id: id });
  });

  it('shows an account chosen by its administrator, for a limited time, while both may do so', async () => {
    const admin = await createAdmin(t);
    const [id, otherSession] = [await begin(admin), await begin(other)];
    const view = { sessionId: id, viewedBy: admin.userId, userId: me.userId };
    const start = (candidate: typeof view, when = now) =>
      within((trx) => beginView(trx, candidate, { now: when, until: at(MINUTE_MS) }));
    expect(await start({ ...view, viewedBy: other.userId })).toBe(false);
    expect(await start(view, at(HOUR_MS))).toBe(false);
    expect(await start(view)).toBe(true);
    const countEndedViews = async (when: Date) =>
      (await listEndedViews(t.db, when, 100)).filter(({ sessionId }) => sessionId === id).length;
    expect([await countEndedViews(at(MINUTE_MS - 1)), await countEndedViews(at(MINUTE_MS))]).toEqual([0, 1]);
    await t.db
      .updateTable('sessions')
      .set({ viewing_until: at(DAY_MS) })
      .where('id', '=', id)
      .execute();
    expect([await countEndedViews(at(HOUR_MS - 1)), await countEndedViews(at(HOUR_MS))]).toEqual([0, 1]);
    await t.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', me.userId).execute();
    expect(await countEndedViews(now)).toBe(1);
    await t.db.updateTable('users').set({ status: 'active' }).where('id', '=', me.userId).execute();
    const stop = (candidate: typeof view) => within((trx) => endView(trx, candidate));
    expect(await stop({ ...view, userId: other.userId })).toBe(false);
    expect(await stop({ ...view, viewedBy: other.userId })).toBe(false);
    expect([await stop(view), await stop(view)]).toEqual([true, false]);
    expect((await sessionRow(otherSession)).viewing_user_id).toBeNull();
    await within((trx) => endSession(trx, { id, userId: admin.userId }, 'logout', now));
    expect(await start(view)).toBe(false);
  });
});

describe('a code', () => {
  const issue = { windowStart: () => at(-HOUR_MS), issuedMax: 2 };
  const kinds = {
    'to an address': {
      table: 'verification_codes',
      replace: (hash: Buffer, when = now, windowStart = issue.windowStart(), user = me) =>
        within((trx) =>
          replaceCode(trx, 'verification_codes', {
            userId: user.userId,
            own: { column: 'created_at', value: when },
            hash,
            now: when,
            expiresAt: at(HOUR_MS),
            windowStart,
            issuedMax: 2,
          }),
        ),
      take: async (when = now) =>
        (
          await consumeAttempt(t.db, {
            email: me.email.toUpperCase(),
            network: randomBytes(8),
            userId: null,
            triesMax: 1,
            networkTriesMax: 2,
            now: when,
          })
        )?.code_hash,
      spend: (hash: Buffer, user = me) => within((trx) => consumeCode(trx, user.userId, hash)),
    },
    'to a new address': {
      table: 'email_changes',
      replace: (hash: Buffer, when = now, windowStart = issue.windowStart(), user = me) =>
        within((trx) =>
          replaceCode(trx, 'email_changes', {
            userId: user.userId,
            own: { column: 'email', value: 'new@dealers.example' },
            hash,
            now: when,
            expiresAt: at(HOUR_MS),
            windowStart,
            issuedMax: 2,
          }),
        ),
      take: async (when = now) =>
        (await consumeAttemptOf(t.db, 'email_changes', { userId: me.userId, triesMax: 2, now: when }))
          ?.code_hash,
      spend: async (hash: Buffer, user = me) =>
        (await within((trx) => consumeEmailChange(trx, user.userId, hash))) === 'new@dealers.example',
    },
    'to a phone': {
      table: 'phone_codes',
      replace: (hash: Buffer, when = now, windowStart = issue.windowStart(), user = me) =>
        within((trx) =>
          replaceCode(trx, 'phone_codes', {
            userId: user.userId,
            own: { column: 'phone', value: '+49401234567' },
            hash,
            now: when,
            expiresAt: at(HOUR_MS),
            windowStart,
            issuedMax: 2,
          }),
        ),
      take: async (when = now) =>
        (await consumeAttemptOf(t.db, 'phone_codes', { userId: me.userId, triesMax: 2, now: when }))
          ?.code_hash,
      spend: (hash: Buffer, user = me) =>
        within((trx) => consumePhoneCode(trx, { userId: user.userId, hash, now })),
    },
  } as const;

  it.each(Object.entries(kinds))(
    '%s is tried twice, until the moment of its end, and spent once, by its own account',
    async (_name, { table, replace, take, spend }) => {
      await sql`delete from ${sql.table(table)}`.execute(t.db);
      expect(await replace(bytes('one'))).toBe(true);
      expect(await replace(bytes('theirs'), now, at(-HOUR_MS), other)).toBe(true);
      expect(await take(at(HOUR_MS))).toBeUndefined();
      expect(await take(at(HOUR_MS - 1))).toEqual(bytes('one'));
      expect(await take()).toEqual(bytes('one'));
      expect(await take()).toBeUndefined();
      expect(await spend(bytes('another'))).toBe(false);
      expect(await spend(bytes('one'), other)).toBe(false);
      expect([await spend(bytes('one')), await spend(bytes('one'))]).toEqual([true, false]);
      expect(await spend(bytes('theirs'), other)).toBe(true);
    },
  );

  it.each(Object.entries(kinds))(
    '%s is sent twice in a window, and again from the moment at which that ends, with new tries',
    async (_name, { table, replace, take }) => {
      await sql`delete from ${sql.table(table)}`.execute(t.db);
      expect([await replace(bytes('one')), await take(), await take()]).toEqual([
        true,
        bytes('one'),
        bytes('one'),
      ]);
      expect([await replace(bytes('two'), at(1), at(-1)), await take()]).toEqual([true, bytes('two')]);
      expect([await replace(bytes('three'), at(2), at(-1)), await take()]).toEqual([false, bytes('two')]);
      expect(await replace(bytes('three'), at(3), now)).toBe(true);
      expect(await replace(bytes('four'), at(4), now)).toBe(true);
      expect(await replace(bytes('five'), at(5), at(2))).toBe(false);
      expect(await replace(bytes('five'), at(5), at(3))).toBe(true);
    },
  );
});

it('a reset works once until the moment of its end, and those sent after a moment are counted', async () => {
  const hash = (name: string): Buffer => bytes(`${me.userId} ${name}`);
  const add = (name: string, user: TestUser, createdAt: Date) =>
    within((trx) =>
      insertReset(trx, { hash: hash(name), userId: user.userId, createdAt, expiresAt: at(HOUR_MS) }),
    );
  await add('one', me, now);
  await add('two', me, at(1));
  await add('theirs', other, at(1));
  const countSince = (when: Date) => within((trx) => countResetsSince(trx, me.userId, when));
  expect([await countSince(at(-1)), await countSince(now), await countSince(at(1))]).toEqual([2, 1, 0]);
  const spend = (name: string, when = now) => within((trx) => consumeReset(trx, hash(name), when));
  expect([
    await isResetLive(t.db, hash('one'), at(HOUR_MS - 1)),
    await isResetLive(t.db, hash('one'), at(HOUR_MS)),
  ]).toEqual([true, false]);
  expect(await spend('one', at(HOUR_MS))).toBeUndefined();
  expect([await spend('one'), await spend('one')]).toEqual([me.userId, undefined]);
  expect([await isResetLive(t.db, hash('one'), now), await isResetLive(t.db, hash('two'), now)]).toEqual([
    false,
    true,
  ]);
  await within((trx) => invalidateResetsOf(trx, me.userId, at(5)));
  expect([await isResetLive(t.db, hash('two'), now), await isResetLive(t.db, hash('theirs'), now)]).toEqual([
    false,
    true,
  ]);
  const { used_at: usedAt } = await t.db
    .selectFrom('password_resets')
    .select('used_at')
    .where('token_hash', '=', hash('one'))
    .executeTakeFirstOrThrow();
  expect(usedAt).toEqual(now);
});

describe('a key', () => {
  const hashOf = (id: string): Buffer => bytes(id);
  async function add(user: TestUser, expiresAt: Date | null): Promise<string> {
    const id = newId('key', now);
    await within((trx) =>
      insertKey(trx, {
        id,
        userId: user.userId,
        name: 'A test',
        scopes: ['listings:read'],
        prefix: 'fw_live_1234',
        environment: 'live',
        hash: hashOf(id),
        signingSecret: Buffer.alloc(32),
        expiresAt,
        createdAt: now,
      }),
    );
    return id;
  }
  const findHolder = async (id: string, when = now) => (await findKeyHolder(t.db, hashOf(id), when))?.user_id;
  const rowOf = (id: string) =>
    t.db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  it('works until the moment of its end, and counts so long; one in its grace does not count', async () => {
    const [ends, stays] = [await add(me, at(HOUR_MS)), await add(me, null)];
    await add(other, null);
    expect([await findHolder(ends, at(HOUR_MS - 1)), await findHolder(ends, at(HOUR_MS))]).toEqual([
      me.userId,
      undefined,
    ]);
    const count = (when: Date) => within((trx) => countKeysOf(trx, me.userId, when));
    expect([await count(at(HOUR_MS - 1)), await count(at(HOUR_MS))]).toEqual([2, 1]);
    const next = await add(me, null);
    await within((trx) => replaceKey(trx, stays, { id: next, graceEndsAt: at(MINUTE_MS) }));
    await within((trx) => replaceKey(trx, ends, { id: next, graceEndsAt: at(2 * HOUR_MS) }));
    expect([
      (await rowOf(stays)).expires_at,
      (await rowOf(ends)).expires_at,
      (await rowOf(next)).expires_at,
    ]).toEqual([at(MINUTE_MS), at(HOUR_MS), null]);
    expect(await count(now)).toBe(1);
    expect(await findHolder(stays, at(MINUTE_MS - 1))).toBe(me.userId);
    await t.db.updateTable('users').set({ status: 'erased' }).where('id', '=', me.userId).execute();
    expect(await findHolder(next)).toBeUndefined();
  });

  it('is revoked with all live ones of its account, and with the key that took its place', async () => {
    const [ended, live, otherKey] = [await add(me, now), await add(me, at(1)), await add(other, null)];
    const oldKey = await add(me, at(HOUR_MS));
    await within((trx) => replaceKey(trx, oldKey, { id: live, graceEndsAt: at(HOUR_MS) }));
    const key = await rowOf(live);
    await within((trx) => revokePredecessor(trx, { ...key, user_id: other.userId }, now));
    expect(await findHolder(oldKey)).toBe(me.userId);
    await within((trx) => revokePredecessor(trx, key, now));
    expect([await findHolder(oldKey), await findHolder(live)]).toEqual([undefined, me.userId]);
    await within((trx) => revokePredecessor(trx, key, at(9)));
    expect((await rowOf(oldKey)).revoked_at).toEqual(now);
    expect(await within((trx) => revokeKeysOf(trx, me.userId, now))).toBe(1);
    expect([await findHolder(live), await findHolder(otherKey)]).toEqual([undefined, other.userId]);
    expect((await rowOf(ended)).revoked_at).toBeNull();
  });

  it('may send a signature again after ten minutes, or where neither request wrote', async () => {
    const keyId = await add(me, null);
    const signature = bytes(keyId);
    const send = (ms: number, wrote: boolean) => rememberSignature(t.db, { keyId, signature, wrote }, at(ms));
    expect([await send(0, false), await send(1, false), await send(2, true)]).toEqual([true, true, false]);
    const ten = 10 * MINUTE_MS;
    expect([await send(1 + ten, true), await send(2 + ten, true)]).toEqual([false, true]);
    expect([await send(3 + ten, false), await send(2 + 2 * ten, false)]).toEqual([false, false]);
    expect(await send(3 + 2 * ten, false)).toBe(true);
  });
});

it('wrong passwords are counted by account and source, from zero when the window ends', async () => {
  const [account, all] = [bytes(me.userId), Buffer.alloc(0)];
  const source = (name: string) => ({ account, source: bytes(name) });
  const fail = async (from: { account: Buffer; source: Buffer }, ms: number) => {
    const { failures, window_ends_at: end } = await countFailure(t.db, from, {
      now: at(ms),
      windowEndsAt: at(ms + MINUTE_MS),
    });
    return [failures, end.getTime() - now.getTime()];
  };
  expect(await fail(source('one'), 0)).toEqual([1, MINUTE_MS]);
  expect(await fail(source('one'), MINUTE_MS - 1)).toEqual([2, MINUTE_MS]);
  expect(await fail(source('one'), MINUTE_MS)).toEqual([1, 2 * MINUTE_MS]);
  expect(await fail(source('two'), MINUTE_MS)).toEqual([1, 2 * MINUTE_MS]);
  for (let n = 0; n < 3; n++) await fail({ account, source: all }, MINUTE_MS);
  await forgiveFailures(t.db, source('one'), all);
  const remaining = await t.db
    .selectFrom('sign_in_failures')
    .select(['source_hash', 'failures'])
    .where('account_hash', '=', account)
    .execute();
  expect(Object.fromEntries(remaining.map((row) => [row.source_hash.toString(), row.failures]))).toEqual({
    [bytes('two').toString()]: 1,
    '': 2,
  });
});

it('a network registers as many bytes a day as there is room for, to the last one', async () => {
  const network = bytes(me.userId);
  const add = (count: number, day = '2031-01-01', source = network) =>
    within((trx) => addRegistrationBytes(trx, { day, network: source, bytes: count, bytesMax: 100 }));
  expect([await add(60), await add(41), await add(40), await add(1)]).toEqual([true, false, true, false]);
  expect([await add(100, '2031-01-02'), await add(1, '2031-01-01', bytes(other.userId))]).toEqual([
    true,
    true,
  ]);
});

it('the first active owner represents a seller, and its managers are notified', async () => {
  const [seller, foreign] = [await createSeller(t), await createSeller(t)];
  const second = await createTeamMember(t, seller.sellerId, 'MANAGER');
  const agent = await createTeamMember(t, seller.sellerId, 'AGENT');
  const member = (userId: string, changes: object) =>
    t.db.updateTable('team_members').set(changes).where('user_id', '=', userId).execute();
  const owner = async () => (await getCustomer(t.db, seller.sellerId)).owner?.userId;
  expect(await owner()).toBe(seller.userId);
  const managers = await findManagers(t.db, [seller.sellerId]);
  expect([...managers]).toEqual([[seller.sellerId, [seller.userId, second.userId]]]);
  expect(managers.get(seller.sellerId)).not.toContain(agent.userId);
  expect((await findManagers(t.db, [foreign.sellerId])).get(foreign.sellerId)).toEqual([foreign.userId]);
  await member(second.userId, { role: 'OWNER', created_at: at(-DAY_MS) });
  expect(await owner()).toBe(second.userId);
  await sql`update team_members set created_at = ${now} where seller_id = ${seller.sellerId}`.execute(t.db);
  expect(await owner()).toBe(seller.userId);
  await t.db.updateTable('users').set({ status: 'erased' }).where('id', '=', seller.userId).execute();
  expect(await owner()).toBe(second.userId);
});
