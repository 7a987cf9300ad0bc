/** A client must not make the server connect to internal addresses, wherever a URL can be entered. */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { createSeller, type TestSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { expectRow } from './row.ts';

let t: TestApp;
let seller: TestSeller;
beforeAll(async () => {
  t = await createTestApp({ env: { WEBHOOKS_ALLOW_PRIVATE: '0' } });
  seller = await createSeller(t, { plan: 'enterprise' });
});
afterAll(() => t.close());

const ADDRESSES: readonly (readonly [id: string, ...urls: readonly string[]])[] = [
  ['H1', 'http://127.0.0.1/', 'http://localhost', 'http://[::1]/', 'http://0/', 'http://localhost./'],
  [
    'H2',
    'http://0x7f.1',
    'http://2130706433',
    'http://017700000001',
    'http://①②⑦.0.0.1',
    'http://127.1',
    'http://127。0。0。1',
  ],
  [
    'H3',
    'http://[::ffff:7f00:1]',
    'http://[::ffff:0:7f00:1]',
    'http://[64:ff9b::a9fe:a9fe]',
    'http://[2002:7f00:1::1]',
    'http://[::5efe:7f00:1]',
    'http://[fec0::1]',
  ],
  [
    'H4',
    'http://169.254.169.254/latest/meta-data',
    'http://100.100.100.200',
    'http://metadata.google.internal',
    'http://10.255.0.1',
    'http://172.16.0.1',
    'http://192.168.1.1',
    'http://[fd00::1]',
    'http://[fe80::1]',
  ],
  [
    'H8',
    'ftp://dealer.example/',
    'file:///etc/passwd',
    'gopher://dealer.example/',
    'data:text/plain,x',
    'javascript:alert(1)',
    'https://u:p@dealer.example/',
    'http://dealer.example:22/',
    'http://dealer.example:6667/',
    'https://dealer.example/\r\nX-Evil: 1',
    `https://dealer.example/${'a'.repeat(3000)}`,
    'https://',
    'dealer.example',
  ],
];

const ROWS = ADDRESSES.flatMap(([id, ...urls]) => urls.map((url) => [id, url] as const));

describe.each([
  ['POST', '/api/seller/webhooks', (url: string) => ({ url, events: ['*'] })],
  ['POST', '/v1/webhooks', (url: string) => ({ url, events: ['*'] })],
  ['POST', '/api/seller/bulk-import', (url: string) => ({ url, format: 'csv' })],
  ['PUT', '/api/seller/bulk-import/pull', (url: string) => ({ url, format: 'csv' })],
] as const)('422: %s %s', (method, path, body) => {
  it.each(ROWS)('%s %s', async (id, url) => {
    const options = { as: seller, body: body(url) };
    await expectRow(t, {
      id,
      name: url,
      method,
      url: path,
      options,
      expected: [422, 'VALIDATION_ERROR'],
      fields: ['url'],
    });
  });
});

it.each([
  'https://market.example/api/webhooks',
  'https://MARKET.example:443/v1/listings',
  'https://market.example./',
])('H9 422: a webhook that calls this very service, at %s', async (url) => {
  await expectRow(t, {
    id: 'H9',
    name: url,
    method: 'POST',
    url: '/v1/webhooks',
    options: { as: seller, body: { url, events: ['*'] } },
    expected: [422, 'VALIDATION_ERROR'],
    fields: ['url'],
  });
});

it('H8 422: a webhook at a name in look-alike letters', async () => {
  await expectRow(t, {
    id: 'H8',
    name: 'a Cyrillic name that looks Latin',
    method: 'POST',
    url: '/v1/webhooks',
    options: { as: seller, body: { url: 'https://аррӏе.example/hook', events: ['*'] } },
    expected: [422, 'VALIDATION_ERROR'],
    fields: ['url'],
  });
});
