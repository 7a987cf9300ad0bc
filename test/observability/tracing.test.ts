/** Spans reach a collector over OTLP, configured only with the standard environment variables. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTracing, type Tracing } from '../../src/app/launch.ts';
import { readConfig } from '../../src/config/config.ts';
import { createBuyer, createListing, createSeller, type TestUser } from '../support/factories.ts';
import { startReceiver } from '../support/receiver.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Record<string, unknown> }[];
  readonly status: { readonly code?: number };
}

const spans: CollectedSpan[] = [];
const resources: unknown[] = [];
let collector: Server;
let tracing: Tracing | null;
let t: TestApp;
let buyer: TestUser;

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const MISSING_PATH = '/api/listings/not-there';

beforeAll(async () => {
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      expect(request.url).toBe('/v1/traces');
      const { resourceSpans } = JSON.parse(Buffer.concat(chunks).toString());
      for (const { resource, scopeSpans } of resourceSpans) {
        resources.push(resource);
        for (const scope of scopeSpans) spans.push(...scope.spans);
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] =
    `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  process.env['OTEL_SERVICE_NAME'] = 'market-under-test';
  // The test runner sets BASE_URL to a path, which is not a valid value here.
  const { BASE_URL: _, ...environment } = process.env;
  tracing = await startTracing(readConfig(environment));
  t = await createTestApp();
  buyer = await createBuyer(t);
  const receiver = await startReceiver();
  const seller = await createSeller(t, { plan: 'enterprise' });
  const listing = await createListing(t, seller);
  await t.post(
    '/api/webhooks',
    { url: `${receiver.url}?secret=in-the-query`, events: ['*'] },
    { as: seller },
  );
  await t.post(
    '/v1/messages/conversations',
    { listing_id: listing.listingId, message: 'PRIVATE-WORDS' },
    { as: buyer, headers: { traceparent: `00-${TRACE}-${CALLER}-01` } },
  );
  await t.get(MISSING_PATH);
  await t.drainJobs();
  await t.app.modules.webhooks.createDispatcher().deliverDue();
  expect(receiver.requests.length).toBeGreaterThan(0);
  expect(receiver.requests[0]?.headers['traceparent']).toBeUndefined();
  await receiver.close();
  await t.close();
  await tracing?.stop();
  delete process.env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  delete process.env['OTEL_SERVICE_NAME'];
});
afterAll(() => new Promise((resolve) => collector.close(resolve)));

const named = (name: string): CollectedSpan[] => spans.filter((span) => span.name === name);
const attribute = (span: CollectedSpan | undefined, key: string): unknown => {
  const value = span?.attributes.find((pair) => pair.key === key)?.value ?? {};
  return Object.values(value)[0];
};

describe('a trace', () => {
  it("has a span of the request, named by its route, below the caller's span", () => {
    const [span] = named('POST /api/messages/conversations');
    expect([span?.traceId, span?.parentSpanId]).toEqual([TRACE, CALLER]);
    expect(attribute(span, 'http.route')).toBe('/api/messages/conversations');
    expect(Number(attribute(span, 'http.response.status_code'))).toBe(201);
    expect(attribute(span, 'fifthwheel.request_id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('has the transaction below it, and the statements below that', () => {
    const [request] = named('POST /api/messages/conversations');
    const transactions = named('transaction').filter((span) => span.parentSpanId === request?.spanId);
    expect(transactions.length).toBeGreaterThan(0);
    const statements = spans.filter(
      (span) => span.traceId === TRACE && attribute(span, 'db.system.name') === 'postgresql',
    );
    expect(statements.filter((span) => span.parentSpanId === transactions[0]?.spanId).length).toBeGreaterThan(
      1,
    );
    expect(attribute(statements[0], 'db.query.text')).toMatch(/\$1/);
  });

  it('starts again for a job, and for a request without one', () => {
    const jobs = spans.filter((span) => span.name.startsWith('job '));
    expect(jobs.length).toBeGreaterThan(0);
    for (const job of jobs) expect([job.parentSpanId ?? '', job.traceId === TRACE]).toEqual(['', false]);
    const [missing] = named('GET /api/listings/:slug');
    expect(missing?.parentSpanId ?? '').toBe('');
    // A client error is not an error of the server's span.
    expect(missing?.status.code ?? 0).toBe(0);
  });

  it('has the requests to others', () => {
    const [sent] = named('POST');
    expect(attribute(sent, 'server.address')).toMatch(/^127\.0\.0\.1:\d+$/);
    expect(Number(attribute(sent, 'http.response.status_code'))).toBe(200);
  });

  it('names the service, and contains no user input', () => {
    expect(JSON.stringify(resources[0])).toContain('market-under-test');
    const all = JSON.stringify(spans);
    for (const secret of ['PRIVATE-WORDS', buyer.token, buyer.email, 'in-the-query', MISSING_PATH])
      expect(all).not.toContain(secret);
  });
});

describe('without a place to send them', () => {
  it('no SDK is started', async () => {
    for (const env of [
      {},
      { OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' },
      { OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' },
    ])
      expect(await startTracing(readConfig(env))).toBeNull();
  });
});
