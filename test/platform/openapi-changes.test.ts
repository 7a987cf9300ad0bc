/**
 * Compares today's document with the one of the last release. An intended breaking change needs a new version of the API.
 * At a release, or when the document starts to describe errors that the server always returned, update the stored
 * document: `gzip -9n < docs/openapi.json > test/fixtures/openapi/released.json.gz`.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { breakingChanges } from '../support/breaking-changes.ts';
import { documentOf, type OpenApi } from '../support/openapi.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const RELEASED = path.join(PACKAGE_ROOT, 'test', 'fixtures', 'openapi', 'released.json.gz');

let t: TestApp;
let today: OpenApi;
beforeAll(async () => {
  t = await createTestApp();
  today = documentOf(t.app, 'api');
});
afterAll(() => t.close());

/** Returns a copy of today's document with a change. */
function changed(change: (document: Record<string, never>) => void): OpenApi {
  const copy = structuredClone(today) as unknown as Record<string, never>;
  change(copy);
  return copy as unknown as OpenApi;
}

type Loose = Record<string, Record<string, Record<string, Record<string, never>>>>;

describe('the document', () => {
  it('breaks nothing that the last release promised', () => {
    const released = JSON.parse(gunzipSync(readFileSync(RELEASED)).toString()) as OpenApi;
    expect(breakingChanges(released, today)).toEqual([]);
  });
});

describe('a break', () => {
  it('is an operation that is gone, or has another name', () => {
    const without = changed(
      (document) => delete (document as unknown as Loose)['paths']?.['/favorites']?.['post'],
    );
    expect(breakingChanges(today, without)).toEqual(['POST /favorites is gone']);
    const renamed = changed((document) => {
      const operation = (document as unknown as OpenApi).paths['/favorites']?.['get'];
      Object.assign(operation ?? {}, { operationId: 'favorites.all' });
    });
    expect(breakingChanges(today, renamed)).toEqual(['GET /favorites is called favorites.all']);
  });

  it('is a parameter or field that becomes required, or no longer takes a value', () => {
    const stricter = changed((document) => {
      const schemas = (document as unknown as OpenApi).components.schemas;
      Object.assign(schemas['FavoritesAddRequest'] ?? {}, {
        required: ['listingId', 'note'],
        properties: { listingId: { type: 'string', maxLength: 10 }, note: { type: 'string' } },
      });
    });
    const changes = breakingChanges(today, stricter);
    expect(changes).toContain('POST /favorites: body.note is required');
    expect(changes).toContain('POST /favorites: body.listingId has a lower maxLength');
  });

  it('is a response field that may now be missing, but not an added one', () => {
    const other = changed((document) => {
      const webhook = (document as unknown as OpenApi).components.schemas['Webhook'] as unknown as {
        properties: Record<string, unknown>;
        required: string[];
      };
      delete webhook.properties['url'];
      webhook.required = webhook.required.filter((name) => name !== 'status');
      webhook.properties['colour'] = { type: 'string' };
    });
    const ofOne = breakingChanges(today, other).filter((change) => change.startsWith('GET /webhooks/{id}:'));
    expect(ofOne).toEqual([
      'GET /webhooks/{id}: answer.data.webhook.url is gone',
      'GET /webhooks/{id}: answer.data.webhook.status may be missing',
    ]);
  });
});
