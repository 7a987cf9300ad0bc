import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/platform/db/transaction.ts';
import { AppError } from '../../src/platform/errors/app-error.ts';
import { IdempotencyKeys, type StoredReply } from '../../src/platform/http/idempotency.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let keys: IdempotencyKeys;
beforeAll(async () => {
  t = await createTestApp();
  keys = new IdempotencyKeys({ db: t.db, clock: t.clock, keys: t.app.platform.keys });
});
afterAll(() => t.close());

const request = { principal: 'somebody', endpoint: 'POST /things', key: 'k1', content: { name: 'one' } };

async function create(): Promise<StoredReply> {
  await inTransaction(t.db, (trx) => sql`select 1`.execute(trx));
  return { status: 201, headers: {}, body: Buffer.from('created') };
}

const taken = (): AppError => new AppError('ALREADY_EXISTS', 'It is there already.');

it('a request that is refused for what its twin has done meanwhile gets the answer of the twin', async () => {
  let first: Promise<{ reply: StoredReply }> | null = null;
  const second = await keys.once(request, async () => {
    first = keys.once(request, create);
    await first;
    throw taken();
  });
  expect(second.replayed).toBe(true);
  expect(second.reply).toMatchObject({ status: 201, body: Buffer.from('created') });
});

it('a refusal without a twin is one, and the key is free for another try', async () => {
  const another = { ...request, key: 'k2' };
  await expect(keys.once(another, () => Promise.reject(taken()))).rejects.toThrow('It is there already.');
  expect(await keys.once(another, create)).toMatchObject({ replayed: false, reply: { status: 201 } });
});
