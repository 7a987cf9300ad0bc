import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../support/event-stream.ts';
import { createListing, createSeller, TEST_PASSWORD } from '../support/factories.ts';
import { documentOf, operationsOf } from '../support/openapi.ts';
import { startReceiver } from '../support/receiver.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { loaderOfTool } from '../support/tool.ts';

interface Item {
  readonly id: string;
  readonly request: {
    readonly method: string;
    readonly url: { readonly raw: string };
    readonly body?: { readonly mode: string; readonly raw?: string };
  };
}

interface Collection {
  readonly variable: readonly { readonly key: string; readonly value: string }[];
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[];
}

interface Summary {
  readonly run: {
    readonly failures: readonly { error: { message: string } }[];
    readonly executions: readonly { item: { name: string }; response?: { code: number } }[];
  };
}

interface Newman {
  run(options: object, done: (error: Error | null, summary: Summary) => void): void;
}

let newman: Newman;
let t: TestApp;
let baseUrl: string;
let collection: Collection;
let items: readonly Item[];
beforeAll(async () => {
  newman = (await loaderOfTool('postman'))('newman') as Newman;
  t = await createTestApp();
  collection = (await t.get('/docs/postman.json')).body as Collection;
  items = collection.item.flatMap(({ item }) => item);
  baseUrl = await listen(t);
});
afterAll(async () => {
  t.http.server.closeAllConnections();
  await t.close();
});

describe('the Postman collection', () => {
  it('has every operation of the document once, and a body where the document has an example', () => {
    const operations = operationsOf(documentOf(t.app, 'api'));
    expect(items.map(({ id }) => id).toSorted()).toEqual(
      operations.map(({ operation }) => operation.operationId).toSorted(),
    );
    for (const { path: template, method, operation } of operations) {
      const { request } = items.find(({ id }) => id === operation.operationId)!;
      expect(request.method).toBe(method.toUpperCase());
      expect(request.url.raw.split('?')[0]).toBe(`{{baseUrl}}/v1${template.replaceAll(/\{(\w+)\}/g, ':$1')}`);
      const [example] = Object.values(operation.requestBody?.content['application/json']?.examples ?? {});
      if (example !== undefined && !/^auth\.(login|refresh)$/.test(operation.operationId))
        expect(JSON.parse(request.body?.raw ?? '')).toEqual(example.value);
    }
  });

  it('follows no redirect', async () => {
    const [market, other] = [await startReceiver(), await startReceiver()];
    try {
      market.usually((response) => response.writeHead(302, { location: other.url }).end());
      const values: Record<string, string> = { baseUrl: new URL(market.url).origin, accessToken: 'a.b.c' };
      const variable = collection.variable.map(({ key, value }) => ({ key, value: values[key] ?? value }));
      const item = items.filter(({ id }) => id === 'account.get');
      const summary = await new Promise<Summary>((resolve, reject) => {
        newman.run({ collection: { ...collection, variable, item } }, (error, result) =>
          error === null ? resolve(result) : reject(error),
        );
      });
      expect(summary.run.executions.map(({ response }) => response?.code)).toEqual([302]);
      expect([market.requests.length, other.requests.length]).toEqual([1, 0]);
    } finally {
      await Promise.all([market.close(), other.close()]);
    }
  });

  it('signs in, and sends the token with what follows', async () => {
    const seller = await createSeller(t);
    await createListing(t, seller);
    const wanted = [
      'auth.login',
      'account.get',
      'search.run',
      'listings.create',
      'listings.list',
      'dashboard.get',
      'conversations.list',
      'webhooks.list',
      'auth.logout',
    ];
    const chosen = wanted.map((id) => items.find((item) => item.id === id));
    const values: Record<string, string> = { baseUrl, email: seller.email, password: TEST_PASSWORD };
    const variable = collection.variable.map(({ key, value }) => ({ key, value: values[key] ?? value }));
    const summary = await new Promise<Summary>((resolve, reject) => {
      newman.run({ collection: { ...collection, variable, item: chosen } }, (error, result) =>
        error === null ? resolve(result) : reject(error),
      );
    });
    expect(summary.run.failures.map(({ error }) => error.message)).toEqual([]);
    expect(summary.run.executions.map(({ response }) => response?.code)).toEqual([
      200, 200, 200, 201, 200, 200, 200, 200, 200,
    ]);
    expect((await t.get('/v1/seller/listings', { as: seller })).body.data.pagination.total).toBe(2);
  });
});
