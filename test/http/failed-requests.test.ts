/** Log lines of failed requests, as operators read them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLogger } from '../../src/platform/log.ts';
import { createBuyer, type TestUser } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let buyer: TestUser;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  t = await createTestApp({ log: createLogger('warn', { write }) });
  buyer = await createBuyer(t);
});
afterAll(() => t.close());

/** Calls an endpoint that throws this error; returns the response and the log lines. */
async function callFailing(error: Error) {
  const row = t.app.routes.find(({ operationId }) => operationId === 'favorites.list') as unknown as {
    handler: () => Promise<never>;
  };
  const { handler } = row;
  row.handler = () => Promise.reject(error);
  lines.length = 0;
  try {
    const { status, headers } = await t.get('/v1/favorites?page=2', { as: buyer });
    return { status, reqId: headers['x-request-id'], lines: [...lines] };
  } finally {
    row.handler = handler;
  }
}

it('names the request by method and route, not by its address, and the account', async () => {
  const { status, reqId, lines: logged } = await callFailing(new Error('a mistake of ours'));
  expect(status).toBe(500);
  expect(logged).toEqual([
    expect.objectContaining({
      level: 50,
      msg: 'a request failed',
      reqId,
      method: 'GET',
      route: expect.stringMatching(/\/favorites$/),
      account: buyer.userId,
      err: expect.objectContaining({ message: 'a mistake of ours' }),
    }),
  ]);
});

it.each([
  ['ENOSPC', 'the disk of DATA_DIR is full'],
  ['EROFS', 'the disk of DATA_DIR is read-only'],
  ['EDQUOT', 'DATA_DIR is over its quota'],
  ['53100', 'the disk of the database is full'],
  ['25006', 'the database is read-only'],
])('says why nothing can be stored: %s', async (code, msg) => {
  const { status, lines: logged } = await callFailing(Object.assign(new Error('no'), { code }));
  expect(status).toBe(503);
  expect(logged).toEqual([
    expect.objectContaining({
      msg,
      method: 'GET',
      account: buyer.userId,
      err: expect.objectContaining({ code }),
    }),
  ]);
});
