import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE_MS } from '../../src/platform/clock.ts';
import { afterCommit, inTransaction, recordCreated } from '../../src/platform/db/transaction.ts';
import { AppError } from '../../src/platform/errors/app-error.ts';
import { IdempotencyKeys, type StoredResponse } from '../../src/platform/http/idempotency.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let keys: IdempotencyKeys;
beforeAll(async () => {
  t = await createTestApp();
  keys = new IdempotencyKeys({ db: t.db, clock: t.clock, keys: t.app.platform.keys });
});
afterAll(() => t.close());

const request = {
  principal: 'somebody',
  userId: null,
  endpoint: 'POST /things',
  key: 'k1',
  content: { name: 'one' },
};

async function create(): Promise<StoredResponse> {
  await inTransaction(t.db, (trx) => sql`select 1`.execute(trx));
  return { status: 201, headers: {}, body: Buffer.from('created') };
}

const taken = (): AppError => new AppError('ALREADY_EXISTS', 'It is there already.');

it('a request that fails because its duplicate succeeded first gets the response of the duplicate', async () => {
  let first: Promise<{ reply: StoredResponse }> | null = null;
  const second = await keys.once(request, {
    run: async () => {
      first = keys.once(request, { run: create });
      await first;
      throw taken();
    },
  });
  expect(second.replayed).toBe(true);
  expect(second.reply).toMatchObject({ status: 201, body: Buffer.from('created') });
});

it('a refusal without a duplicate is one, and the key is free for another try', async () => {
  const another = { ...request, key: 'k2' };
  await expect(keys.once(another, { run: () => Promise.reject(taken()) })).rejects.toThrow(
    'It is there already.',
  );
  expect(await keys.once(another, { run: create })).toMatchObject({
    replayed: false,
    reply: { status: 201 },
  });
});

const replyFor = async (created: string): Promise<StoredResponse> => ({
  status: 201,
  headers: {},
  body: Buffer.from(created),
});
const crash = (): Error => new Error('killed');
const emptyTransaction = () => inTransaction(t.db, (trx) => sql`select 1`.execute(trx));
const createThing = (id: string) => inTransaction(t.db, async (trx) => recordCreated(trx, id));

it('a repeated request returns the resource created before a crash', async () => {
  const lost = { ...request, key: 'k3' };
  const run = async () => {
    await createThing('thing-1');
    throw crash();
  };
  await expect(keys.once(lost, { run, repeat: replyFor })).rejects.toThrow('killed');
  t.clock.advance(MINUTE_MS);
  expect(await keys.once(lost, { run, repeat: replyFor })).toMatchObject({
    replayed: true,
    reply: { body: Buffer.from('thing-1') },
  });
});

it('a crash before anything was created leaves no key: the request runs again', async () => {
  const lost = { ...request, key: 'k4' };
  const prepare = async () => {
    await emptyTransaction();
    throw crash();
  };
  await expect(keys.once(lost, { run: prepare, repeat: replyFor })).rejects.toThrow('killed');
  const run = async () => {
    await emptyTransaction();
    await createThing('thing-2');
    return replyFor('thing-2');
  };
  expect(await keys.once(lost, { run, repeat: replyFor })).toMatchObject({ replayed: false });
  expect(await keys.once(lost, { run, repeat: replyFor })).toMatchObject({ replayed: true });
});

it('one of ten simultaneous requests creates, and all get its response', async () => {
  const same = { ...request, key: 'k5' };
  let createdCount = 0;
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      keys.once(same, {
        run: async () => {
          await emptyTransaction();
          await inTransaction(t.db, async (trx) => {
            recordCreated(trx, `thing-${i}`);
            afterCommit(trx, () => void createdCount++);
          });
          return replyFor(`thing-${i}`);
        },
        repeat: replyFor,
      }),
    ),
  );
  expect(createdCount).toBe(1);
  expect(new Set(responses.map(({ reply }) => reply.body.toString())).size).toBe(1);
  expect(responses.filter(({ replayed }) => !replayed)).toHaveLength(1);
});
