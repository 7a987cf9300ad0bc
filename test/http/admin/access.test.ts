/** Calls every admin endpoint as every other kind of caller. The list comes from the routes, so that none can be forgotten. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCOPES } from '../../../src/platform/actor.ts';
import type { AnyRouteRow } from '../../../src/platform/http/route.ts';
import {
  createAdmin,
  createBuyer,
  createSeller,
  createTeamMember,
  type TestUser,
  TEST_PASSWORD,
} from '../../support/factories.ts';
import { type TestResponse, createTestApp, type TestApp } from '../../support/test-app.ts';

let live: TestApp;
let sandbox: TestApp;

beforeAll(async () => {
  live = await createTestApp();
  sandbox = await createTestApp({ env: { FIFTHWHEEL_MODE: 'sandbox' } });
});
afterAll(async () => {
  await live.close();
  await sandbox.close();
});

const adminRows = (t: TestApp): readonly AnyRouteRow[] =>
  t.app.routes.filter((row) => row.access.kind === 'admin');

async function newKey(t: TestApp, person: TestUser, scopes: readonly string[]): Promise<string> {
  const response = await t.post(
    '/api/account/api-keys',
    { name: 'Matrix', scopes, password: TEST_PASSWORD },
    { as: person },
  );
  if (response.status !== 201) throw new Error(`no key was made: ${response.text}`);
  return response.body.data.apiKey.key;
}

type Send = (t: TestApp, row: AnyRouteRow, url: string) => Promise<TestResponse>;

const as =
  (caller: TestUser | string): Send =>
  (t, row, url) =>
    t.call(row.method, url, { as: caller, ...(row.body === undefined ? {} : { body: {} }) });

/** Expects this status and code from every admin endpoint, below each mount. */
async function expectEverywhere(
  t: TestApp,
  send: Send,
  expected: readonly [number, string],
  mounts: readonly string[] = ['/api'],
): Promise<void> {
  const rows = adminRows(t);
  expect(rows.length).toBeGreaterThan(40);
  for (const row of rows) {
    for (const mount of mounts) {
      const url = mount + row.path.replaceAll(/:[A-Za-z]+/g, 'x');
      const response = await send(t, row, url);
      expect([row.method, url, response.status, response.body?.error?.code]).toEqual([
        row.method,
        url,
        ...expected,
      ]);
    }
  }
}

describe('endpoints of administrators', () => {
  it('are all that begin with /admin, and no others', () => {
    const rows = live.app.routes;
    const paths = (selected: readonly AnyRouteRow[]): string[] =>
      selected.map((row) => `${row.method} ${row.path}`);
    expect(paths(adminRows(live))).toEqual(paths(rows.filter((row) => row.path.startsWith('/admin/'))));
  });

  it('401 without a credential, below each of the mounts', () =>
    expectEverywhere(
      live,
      (t, row, url) => t.call(row.method, url),
      [401, 'UNAUTHORIZED'],
      ['/api', '/api/v1', '/v1'],
    ));

  it('403 for buyers', async () => expectEverywhere(live, as(await createBuyer(live)), [403, 'FORBIDDEN']));

  it('403 for sellers, whatever their place in the team', async () => {
    const owner = await createSeller(live, { plan: 'enterprise' });
    for (const person of [owner, await createTeamMember(live, owner.sellerId, 'MANAGER')])
      await expectEverywhere(live, as(person), [403, 'FORBIDDEN']);
  });

  it('403 for API keys, of administrators too, with one scope or all, in either header', async () => {
    const [seller, admin] = [await createSeller(live, { plan: 'enterprise' }), await createAdmin(live)];
    const refused = [403, 'INSUFFICIENT_SCOPE'] as const;
    await expectEverywhere(live, as(await newKey(live, seller, SCOPES)), refused);
    await expectEverywhere(live, as(await newKey(live, seller, ['listings:read'])), refused);
    const key = await newKey(live, admin, SCOPES);
    await expectEverywhere(live, as(key), refused);
    await expectEverywhere(
      live,
      (t, row, url) => t.call(row.method, url, { headers: { 'x-api-key': key } }),
      refused,
    );
  });

  it('403 for keys of the sandbox there, and 401 for them here', async () => {
    const key = await newKey(sandbox, await createAdmin(sandbox), SCOPES);
    expect(key).toMatch(/^fw_test_/);
    await expectEverywhere(sandbox, as(key), [403, 'INSUFFICIENT_SCOPE']);
    await expectEverywhere(live, as(key), [401, 'INVALID_API_KEY']);
  });
});
