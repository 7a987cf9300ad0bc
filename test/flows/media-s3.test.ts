// The S3 storage, against a server that implements the part of the protocol that the storage uses.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { s3Storage } from '../../src/platform/storage/s3-storage.ts';
import { sendFiles } from '../http/media/support/form.ts';
import { jpeg } from '../http/media/support/pictures.ts';
import { createListing, createSeller } from '../support/factories.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

interface StoredObject {
  readonly content: Buffer;
  readonly contentType: string | undefined;
}

const objects = new Map<string, StoredObject>();
const requests: IncomingMessage[] = [];
let refuseWith: number | null = null;
let isSilent = false;
let server: Server;
let endpoint: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push(request);
    void buffer(request).then((content) => {
      const key = request.url?.split('?')[0] ?? '';
      if (isSilent) return;
      if (refuseWith !== null) {
        response.writeHead(refuseWith, { 'content-type': 'application/xml' });
        response.end('<Error><Code>InternalError</Code><Message>no</Message></Error>');
      } else if (request.headers['x-amz-copy-source'] !== undefined) {
        const source = objects.get(`/${String(request.headers['x-amz-copy-source'])}`);
        response.writeHead(source === undefined ? 404 : 200, { 'content-type': 'application/xml' });
        if (source !== undefined) objects.set(key, source);
        response.end(
          source === undefined
            ? '<Error><Code>NoSuchKey</Code></Error>'
            : '<CopyObjectResult><ETag>"1"</ETag></CopyObjectResult>',
        );
      } else if (request.method === 'PUT') {
        objects.set(key, { content, contentType: request.headers['content-type'] });
        response.end();
      } else if (request.method === 'DELETE') {
        objects.delete(key);
        response.writeHead(204).end();
      } else if (request.url?.includes('list-type=2') === true) {
        response.writeHead(200, { 'content-type': 'application/xml' }).end(listed(request.url));
      } else {
        const object = objects.get(key);
        if (object === undefined) {
          response.writeHead(404, { 'content-type': 'application/xml' });
          response.end('<Error><Code>NoSuchKey</Code><Message>none</Message></Error>');
        } else response.writeHead(200, { 'content-length': object.content.length }).end(object.content);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  objects.clear();
  requests.length = 0;
  refuseWith = null;
  isSilent = false;
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

/** Lists keys, two per page. */
function listed(url: string): string {
  const query = new URL(url, 'http://s3').searchParams;
  const from = Number(query.get('continuation-token') ?? 0);
  const keys = [...objects.keys()]
    .map((key) => key.replace('/trucks/', ''))
    .filter((key) => key.startsWith(query.get('prefix') ?? ''));
  const contents = keys.slice(from, from + 2).map((key) => `<Contents><Key>${key}</Key></Contents>`);
  const next = from + 2 < keys.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
  return `<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`;
}

function storage(at = endpoint) {
  return s3Storage({
    endpoint: at,
    bucket: 'trucks',
    region: 'eu-central-1',
    accessKeyId: 'AKIATEST',
    secretAccessKey: 'secret',
  });
}

describe('s3Storage', () => {
  it('puts, gets and removes by path, signed, with the content type', async () => {
    const store = storage();
    await store.put('media/listings/aa/x.jpg', Buffer.from('picture'), 'image/jpeg');
    expect(objects.get('/trucks/media/listings/aa/x.jpg')).toEqual({
      content: Buffer.from('picture'),
      contentType: 'image/jpeg',
    });
    expect(requests[0]?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIATEST\/\d+\/eu-central-1\/s3\//,
    );
    const object = await store.get('media/listings/aa/x.jpg');
    expect(object?.bytes).toBe(7);
    if (object !== null) expect((await buffer(object.stream)).toString()).toBe('picture');
    await store.remove('media/listings/aa/x.jpg');
    expect(objects.size).toBe(0);
    expect(await store.get('media/listings/aa/x.jpg')).toBeNull();
    await store.remove('media/listings/aa/x.jpg');
  });

  it('moves a file to another key, and does nothing if it is missing', async () => {
    const store = storage();
    await store.put('media/listings/aa/x.jpg', Buffer.from('picture'), 'image/jpeg');
    await store.move('media/listings/aa/x.jpg', 'private/deleted/media/listings/aa/x.jpg');
    await store.move('media/listings/aa/x.jpg', 'private/deleted/media/listings/aa/x.jpg');
    expect([...objects.keys()]).toEqual(['/trucks/private/deleted/media/listings/aa/x.jpg']);
  });

  it('lists the keys below a folder, page by page', async () => {
    const store = storage();
    const keys = ['a', 'b', 'c', 'd', 'e'].map((name) => `private/documents/sel/${name}`);
    for (const key of [...keys, 'private/documentsx', 'media/logos/aa/x.webp'])
      await store.put(key, Buffer.from('x'), 'image/webp');
    const found: string[] = [];
    for await (const key of store.list('private/documents/')) found.push(key);
    expect(found).toEqual(keys);
  });

  it('puts a file with its length', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'fifthwheel-s3-'));
    const file = path.join(directory, 'papers.pdf');
    await writeFile(file, Buffer.alloc(200_000, 7));
    await storage().put('private/papers.pdf', { file }, 'application/pdf');
    expect(objects.get('/trucks/private/papers.pdf')?.content.equals(Buffer.alloc(200_000, 7))).toBe(true);
    expect(requests[0]?.headers['content-length']).toBe('200000');
    await rm(directory, { recursive: true });
  });

  it.each(['../x', 'media/../x', '/media/x', 'media//x', '.hidden', 'media/x?y', 'a'.repeat(301)])(
    'rejects the key %s before it asks anyone',
    async (key) => {
      await expect(storage().get(key)).rejects.toThrow(/not a storage key/);
      expect(requests).toEqual([]);
    },
  );

  it('503: when the server is unavailable or returns an error', async () => {
    const refused = { code: 'SERVICE_UNAVAILABLE', status: 503 };
    const unreachable = storage('http://127.0.0.1:1');
    await expect(unreachable.get('media/x.jpg')).rejects.toMatchObject(refused);
    refuseWith = 403;
    await expect(storage().put('media/x.jpg', Buffer.from('x'), 'image/jpeg')).rejects.toMatchObject(refused);
    await expect(storage().get('media/x.jpg')).rejects.toMatchObject(refused);
    await expect(storage().remove('media/x.jpg')).rejects.toMatchObject(refused);
  });

  it(
    '503 within five seconds, retries included: when the server is silent',
    { timeout: 30_000 },
    async () => {
      const store = storage();
      await store.put('media/x.jpg', Buffer.from('x'), 'image/jpeg');
      isSilent = true;
      const directory = await mkdtemp(path.join(tmpdir(), 'fifthwheel-s3-'));
      const file = path.join(directory, 'papers.pdf');
      await writeFile(file, Buffer.alloc(200_000, 7));
      const list = async (): Promise<void> => {
        for await (const key of store.list('media/')) expect(key).toBe('');
      };
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        const acts = [
          store.put('media/x.jpg', Buffer.from('x'), 'image/jpeg'),
          store.put('private/papers.pdf', { file }, 'application/pdf'),
          store.get('media/x.jpg'),
          store.remove('media/x.jpg'),
          list(),
          store.check(),
        ].map((act) =>
          act.then(
            () => 'answered',
            (error: unknown) => (error as { code: unknown }).code,
          ),
        );
        // Wait until all requests are pending.
        while (requests.length < 1 + acts.length) await nextTurn();
        await vi.advanceTimersByTimeAsync(5000);
        expect(await Promise.all(acts)).toEqual(acts.map(() => 'SERVICE_UNAVAILABLE'));
      } finally {
        vi.useRealTimers();
        await rm(directory, { recursive: true });
      }
    },
  );
});

describe('the application on S3', () => {
  let t: TestApp;

  beforeAll(async () => {
    t = await createTestApp({
      env: {
        S3_ENDPOINT: endpoint,
        S3_BUCKET: 'trucks',
        S3_ACCESS_KEY_ID: 'AKIATEST',
        S3_SECRET_ACCESS_KEY: 'secret',
      },
    });
  });

  afterAll(() => t.close());

  it('stores images there and serves them through itself; a storage that is away is a 503', async () => {
    const seller = await createSeller(t);
    const { listingId } = await createListing(t, seller);
    const url = `/api/seller/listings/${listingId}/images`;
    const response = await sendFiles(t, url, [{ content: await jpeg() }], { as: seller });
    expect(response.status).toBe(201);
    expect(objects.size).toBe(6);
    const address = new URL(response.body.data.images[0].url).pathname;
    const served = await t.http.inject(address);
    expect(served.rawPayload.equals(objects.get(`/trucks${address}`)?.content ?? Buffer.alloc(0))).toBe(true);
    expect(served.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await t.http.inject('/media/listings/aa/none.jpg')).statusCode).toBe(404);
    refuseWith = 403;
    expect((await t.http.inject(address)).statusCode).toBe(503);
    const refused = await sendFiles(t, url, [{ content: await jpeg() }], { as: seller });
    expect([refused.status, refused.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect((await t.get(url, { as: seller })).body.data.images).toHaveLength(1);
  });

  it('asks a storage that is silent once, and leaves what may have arrived to the sweep', async () => {
    const seller = await createSeller(t);
    const { listingId } = await createListing(t, seller);
    const content = await jpeg();
    const due = async (): Promise<number> => {
      const notes = t.db.selectFrom('file_removals').select('key');
      return (await notes.where('remove_after', '<=', t.clock.now()).execute()).length;
    };
    const before = await due();
    isSilent = true;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const sending = sendFiles(t, `/api/seller/listings/${listingId}/images`, [{ content }], { as: seller });
    // Ignore the requests of the health check.
    const written = (): (string | undefined)[] =>
      requests.map(({ method }) => method).filter((method) => method !== 'GET');
    while (written().length === 0) await nextTurn();
    await vi.advanceTimersByTimeAsync(5000);
    vi.useRealTimers();
    const refused = await sending;
    expect([refused.status, refused.body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(written()).toEqual(['PUT']);
    expect(await due()).toBe(before + 6);
  });
});
