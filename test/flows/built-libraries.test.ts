// The bundles that the build makes of the *.bundled.ts files. Installations without development packages run on them.
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import type * as TracingSdk from '../../src/app/tracing-sdk.bundled.ts';
import type * as StripeClients from '../../src/modules/billing/payments/stripe-client.ts';
import type * as S3 from '../../src/platform/storage/s3-storage.ts';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { startReceiver } from '../support/receiver.ts';

const manifest = JSON.parse(readFileSync(path.join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
  readonly dependencies: Readonly<Record<string, string>>;
};
const sources = readdirSync(path.join(PACKAGE_ROOT, 'src'), { recursive: true, encoding: 'utf8' });
const bundles = sources.filter((name) => name.endsWith('.bundled.ts'));

const built = (name: string): string => path.join(PACKAGE_ROOT, 'dist', 'src', name.replace(/\.ts$/, '.js'));
const load = async <T>(name: string): Promise<T> => (await import(pathToFileURL(built(name)).href)) as T;

it.each(bundles)('%s imports nothing that only the build has installed', (name) => {
  const imported = [...readFileSync(built(name), 'utf8').matchAll(/^import [^'"]*["']([^'"]+)["'];$/gm)];
  const missing = imported
    .map(([, from = '']) => from)
    .filter((from) => !isBuiltin(from) && !(from in manifest.dependencies));
  expect(imported.length).toBeGreaterThan(0);
  expect(missing).toEqual([]);
});

it.each(bundles)('%s exports the same as its source', async (name) => {
  const source = (await import(path.join(PACKAGE_ROOT, 'src', name))) as object;
  expect(Object.keys(await load<object>(name)).toSorted()).toEqual(Object.keys(source).toSorted());
});

it('puts objects, signed', async () => {
  const receiver = await startReceiver();
  const { s3Storage } = await load<typeof S3>('platform/storage/s3-storage.ts');
  const store = s3Storage({
    endpoint: receiver.url,
    bucket: 'trucks',
    region: 'eu-central-1',
    accessKeyId: 'AKIATEST',
    secretAccessKey: 'secret',
  });
  await store.put('media/x.jpg', Buffer.from('picture'), 'image/jpeg');
  expect(receiver.requests[0]).toMatchObject({ method: 'PUT' });
  expect(receiver.requests[0]?.headers['authorization']).toContain('Credential=AKIATEST/');
  await receiver.close();
});

it('asks Stripe, and reads its signatures', async () => {
  const receiver = await startReceiver();
  const { createStripeClient } = await load<typeof StripeClients>(
    'modules/billing/payments/stripe-client.ts',
  );
  const stripe = await createStripeClient({ secretKey: 'sk_test', apiBase: receiver.url })();
  await stripe.paymentIntents.retrieve('pi_1').catch(() => {});
  expect(receiver.requests[0]?.headers['authorization']).toBe('Bearer sk_test');
  const payload = JSON.stringify({ id: 'evt_1', object: 'event' });
  const header = stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_x' });
  expect(stripe.webhooks.constructEvent(payload, header, 'whsec_x').id).toBe('evt_1');
  expect(() => stripe.webhooks.constructEvent(payload, header, 'whsec_y')).toThrow(/signature/i);
  await receiver.close();
});

it('exports spans', async () => {
  const receiver = await startReceiver();
  const sdk = await load<typeof TracingSdk>('app/tracing-sdk.bundled.ts');
  const exporter = new sdk.OTLPTraceExporter({ url: receiver.url });
  const provider = new sdk.NodeTracerProvider({ spanProcessors: [new sdk.BatchSpanProcessor(exporter)] });
  provider.getTracer('test').startSpan('a piece of work').end();
  await provider.shutdown();
  expect(JSON.stringify(receiver.requests.map(({ body }) => JSON.parse(body)))).toContain('a piece of work');
  await receiver.close();
});
