import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Attachments } from '../../../src/modules/messaging/attachments.ts';
import { createAdmin, createBuyer, TEST_PASSWORD } from '../../support/factories.ts';
import { type TestResponse, createTestApp, type TestApp } from '../../support/test-app.ts';
import { sendFiles } from '../media/support/form.ts';
import { CONVERSATIONS, createScene, eventsOf, formOf, readConversation, sendMessage } from './scene.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const FROM_2026 = '?expires=1&signature=x';

describe('attachments', () => {
  const photo = (): Promise<Buffer> =>
    sharp({ create: { width: 64, height: 48, channels: 3, background: '#123' } })
      .withExif({ IFD0: { Copyright: 'SECRET-COPYRIGHT-OF-THE-CAMERA' } })
      .jpeg()
      .toBuffer();

  const attach = (
    scene: { conversationId: string },
    as: { token: string },
    form: ReturnType<typeof formOf>,
  ) => t.call('POST', `${CONVERSATIONS}/${scene.conversationId}`, { as, ...form });

  it('201: a re-encoded image without metadata, behind a link that expires', async () => {
    const scene = await createScene(t);
    const content = await photo();
    expect(content.includes('SECRET-COPYRIGHT')).toBe(true);
    const sent = await attach(
      scene,
      scene.buyer,
      formOf({ content: 'Look' }, { name: 'Grüße 1.jpg', type: 'image/jpeg', content }),
    );
    expect(sent.status).toBe(201);
    expect(sent.body.data.message).toMatchObject({ content: 'Look', type: 'image' });
    const [message] = (await readConversation(t, scene.seller, scene.conversationId)).body.data.messages;
    expect(message.attachments).toEqual([message.attachment]);
    expect(message.attachment).toEqual({
      filename: 'Grüße 1.jpg',
      content_type: 'image/jpeg',
      bytes: expect.any(Number),
      url: expect.stringMatching(/^https:\/\/market\.example\/api\/messages\/attachments\/att_/),
    });
    const path = message.attachment.url.replace('https://market.example', '');
    const file = await t.http.inject({ method: 'GET', url: path });
    expect(file.statusCode).toBe(200);
    expect(file.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-disposition': `inline; filename="Gr__e 1.jpg"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%201.jpg`,
    });
    expect(String(file.headers['content-security-policy'])).toContain('sandbox');
    expect(file.rawPayload.includes('SECRET-COPYRIGHT')).toBe(false);
    expect(await sharp(file.rawPayload).metadata()).toMatchObject({ width: 64, height: 48, format: 'jpeg' });
    expect((await t.http.inject({ method: 'HEAD', url: path })).statusCode).toBe(200);
    t.clock.advance(16 * 60_000);
    expect((await t.get(path)).body.error.code).toBe('FORBIDDEN');
  });

  it('404: a link without a valid signature', async () => {
    const scene = await createScene(t);
    const sent = await attach(
      scene,
      scene.buyer,
      formOf({}, { name: 'a.jpg', type: 'image/jpeg', content: await photo() }),
    );
    expect(sent.body.data.message).toMatchObject({ content: '', type: 'image' });
    const url = new URL(sent.body.data.message.attachment.url);
    const forged = [
      `${url.pathname}${FROM_2026}`,
      `${url.pathname}?expires=99999999999&signature=${url.searchParams.get('signature')}`,
      `/api/messages/attachments/att_00000000000000000000000000${url.search}`,
    ];
    for (const path of forged) expect((await t.get(path)).status).toBe(404);
    expect((await t.get(url.pathname)).status).toBe(400);
  });

  it('201: a PDF as a document, to be saved and not shown', async () => {
    const scene = await createScene(t);
    const content = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');
    const sent = await attach(
      scene,
      scene.seller,
      formOf(
        { content: 'Papers', type: 'document' },
        { name: 'papers.exe', type: 'application/octet-stream', content },
      ),
    );
    expect(sent.status).toBe(201);
    const { attachment } = sent.body.data.message;
    expect(attachment).toMatchObject({ filename: 'papers.pdf', content_type: 'application/pdf' });
    const file = await t.get(attachment.url.replace('https://market.example', ''));
    expect(file.headers['content-disposition']).toMatch(/^attachment; /);
  });

  it('counts a form as a file upload', async () => {
    const limited = await createTestApp({ rateLimits: true });
    try {
      const scene = await createScene(limited);
      const response = await limited.call('POST', `${CONVERSATIONS}/${scene.conversationId}`, {
        as: scene.buyer,
        ...formOf({ content: 'no file' }),
      });
      expect([response.status, response.headers['x-ratelimit-limit']]).toEqual([201, '20']);
      const json = await sendMessage(limited, scene.buyer, scene.conversationId, 'text');
      expect(json.headers['x-ratelimit-limit']).toBe('120');
    } finally {
      await limited.close();
    }
  });

  it.each([
    ['a web page', 'x.jpg', Buffer.from('<script>alert(1)</script>'), 415],
    ['an archive', 'x.pdf', Buffer.from('PK\u0003\u0004 rest'), 415],
    ['an SVG', 'x.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
    ['a broken image', 'x.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), 422],
    ['half a PDF', 'x.pdf', Buffer.from('%PDF-1.4\nno end'), 422],
    [
      'a PDF that is an archive too',
      'x.pdf',
      Buffer.concat([Buffer.from('%PDF-1.4\n%%EOF\n'), Buffer.from([0x50, 0x4b, 5, 6]), Buffer.alloc(18)]),
      422,
    ],
    [
      'more than 10 MB',
      'x.pdf',
      Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(10 * 1024 * 1024)]),
      413,
    ],
  ])('rejects %s', async (_what, name, content, status) => {
    const scene = await createScene(t);
    const response = await attach(scene, scene.buyer, formOf({}, { name, type: 'image/jpeg', content }));
    expect(response.status).toBe(status);
    expect((await readConversation(t, scene.buyer, scene.conversationId)).body.data.messages).toHaveLength(1);
  });

  it('422: a type that the file is not; 400: a file in another field', async () => {
    const scene = await createScene(t);
    const file = { name: 'a.jpg', type: 'image/jpeg', content: await photo() };
    const wrong = await attach(scene, scene.buyer, formOf({ type: 'document' }, file));
    expect([wrong.status, wrong.body.error.details[0].field]).toEqual([422, 'type']);
    const elsewhere = await attach(scene, scene.buyer, formOf({}, { ...file, field: 'file' }));
    expect(elsewhere.status).toBe(400);
  });

  it('404: rejects a file from an account that is not a participant', async () => {
    const scene = await createScene(t);
    const file = { name: 'a.jpg', type: 'image/jpeg', content: await photo() };
    expect((await attach(scene, await createBuyer(t), formOf({}, file))).status).toBe(404);
  });

  it('goes when both sides have deleted the conversation', async () => {
    const scene = await createScene(t);
    const file = { name: 'a.jpg', type: 'image/jpeg', content: await photo() };
    const sent = await attach(scene, scene.buyer, formOf({}, file));
    const path = sent.body.data.message.attachment.url.replace('https://market.example', '');
    for (const user of [scene.buyer, scene.seller])
      await t.del(`${CONVERSATIONS}/${scene.conversationId}`, { as: user });
    expect((await t.get(path)).status).toBe(404);
    await t.drainJobs();
    const id = /att_\w+/.exec(path)?.[0] ?? '';
    expect(await t.app.platform.storage.get(`private/attachments/${id}`)).toBeNull();
  });

  it('409: another file under the Idempotency-Key of the first', async () => {
    const scene = await createScene(t);
    const send = async (content: Buffer): Promise<TestResponse> => {
      const form = formOf({ content: 'Look' }, { name: 'a.jpg', type: 'image/jpeg', content });
      return attach(scene, scene.buyer, {
        ...form,
        headers: { ...form.headers, 'idempotency-key': 'with-a-file' },
      });
    };
    const first = await send(await photo());
    expect(first.status).toBe(201);
    expect((await send(await photo())).body).toEqual(first.body);
    const other = await sharp(await photo())
      .negate()
      .jpeg()
      .toBuffer();
    const refused = await send(other);
    expect([refused.status, refused.body.error.code]).toEqual([409, 'IDEMPOTENCY_CONFLICT']);
  });

  it('without a message are removed after an hour, those of messages stay', async () => {
    const { storage, db } = t.app.platform;
    const scene = await createScene(t);
    const file = { name: 'a.jpg', type: 'image/jpeg', content: await photo() };
    await attach(scene, scene.buyer, formOf({}, file));
    const sent = await db
      .selectFrom('message_attachments')
      .select('storage_key')
      .where('conversation_id', '=', scene.conversationId)
      .executeTakeFirstOrThrow();
    const directory = await mkdtemp(path.join(tmpdir(), 'fifthwheel-attachment-'));
    const source = path.join(directory, 'a.jpg');
    await writeFile(source, file.content);
    // Simulates a process that dies after storing the file and before inserting its message.
    const [orphan] = await new Attachments({
      ...t.app.platform,
      settings: t.app.modules.settings,
      renderAttachment: async () => file.content,
    }).store({ userId: scene.buyer.userId, seller: null }, [
      {
        field: 'attachment',
        filename: 'a.jpg',
        type: 'image/jpeg',
        bytes: file.content.length,
        sha256: '',
        path: source,
      },
    ]);
    await rm(directory, { recursive: true });
    const isStored = async (key: string): Promise<boolean> => {
      const object = await storage.get(key);
      object?.stream.destroy();
      return object !== null;
    };
    await t.drainJobs();
    expect(await isStored(orphan!.storageKey)).toBe(true);
    await t.app.runner.scheduleRecurring();
    t.clock.advance(61 * 60_000);
    await t.drainJobs();
    expect([await isStored(orphan!.storageKey), await isStored(sent.storage_key)]).toEqual([false, true]);
  });
});

describe('several attachments of a message', () => {
  const picture = (background: string): Promise<Buffer> =>
    sharp({ create: { width: 64, height: 48, channels: 3, background } })
      .png()
      .toBuffer();
  const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

  /** Creates files named `1.png`, `2.png` and so on, all in the same field. */
  const pictures = async (count: number, field = 'attachments') =>
    Promise.all(
      Array.from({ length: count }, async (_, n) => ({
        filename: `${n + 1}.png`,
        type: 'image/png',
        content: await picture(`#${n}${n}${n}`),
        field,
      })),
    );
  const send = (
    { conversationId }: { conversationId: string },
    as: { token: string },
    files: Parameters<typeof sendFiles>[2],
  ) => sendFiles(t, `${CONVERSATIONS}/${conversationId}`, files, { as });
  const names = (attachments: readonly { filename: string }[]): string[] =>
    attachments.map(({ filename }) => filename);
  const FIVE = ['1.png', '2.png', '3.png', '4.png', '5.png'];
  const storedKeys = async (): Promise<string[]> => {
    const keys: string[] = [];
    for await (const key of t.app.platform.storage.list('private/attachments/')) keys.push(key);
    return keys;
  };

  it.each(['attachments', 'attachments[]', 'attachment'])(
    '201: five in the field %s stay in their order, for both sides, in both styles, in events and live',
    async (field) => {
      const scene = await createScene(t);
      const { buyer, seller, conversationId } = scene;
      const sent = await send(scene, buyer, await pictures(5, field));
      expect(sent.status).toBe(201);
      expect(sent.body.data.message).toMatchObject({ type: 'image', attachment: { filename: '1.png' } });
      expect(names(sent.body.data.message.attachments)).toEqual(FIVE);
      for (const reader of [buyer, seller]) {
        const { messages, pagination } = (await readConversation(t, reader, conversationId)).body.data;
        expect([messages.length, pagination.total]).toEqual([2, 2]);
        expect(messages[0].attachment).toEqual(messages[0].attachments[0]);
        expect(names(messages[0].attachments)).toEqual(FIVE);
        expect(messages[1]).not.toHaveProperty('attachments');
        for (const { url } of messages[0].attachments)
          expect((await t.get(url.replace('https://market.example', ''))).status).toBe(200);
      }
      const thread = (await t.get(`/api/messages/${conversationId}`, { as: seller })).body.data;
      expect(names(thread.messages[0].attachments)).toEqual(FIVE);
      const event = (await eventsOf(t, 'message.received')).at(-1);
      expect(names(event.data.message.attachments)).toEqual(FIVE);
      const { rows: live } = await sql`
        select data from live_outbox where channel = ${seller.sellerId} and data -> 'message' ->> 'type' = 'image'
        union all
        select data from live_events where channel = ${seller.sellerId} and data -> 'message' ->> 'type' = 'image'`.execute(
        t.db,
      );
      const attachments = FIVE.map((filename) => ({ filename }));
      expect(live).toMatchObject([{ data: { message: { attachment: { filename: '1.png' }, attachments } } }]);
    },
  );

  it('201: with a PDF among them, the message is a document', async () => {
    const scene = await createScene(t);
    const files = [
      ...(await pictures(1)),
      { filename: 'offer.pdf', type: 'application/pdf', content: PDF, field: 'attachments' },
    ];
    const { message } = (await send(scene, scene.seller, files)).body.data;
    expect([message.type, names(message.attachments)]).toEqual(['document', ['1.png', 'offer.pdf']]);
  });

  it('413: no more than five, and then nothing of the message is there', async () => {
    const scene = await createScene(t);
    const before = await storedKeys();
    const refused = await send(scene, scene.buyer, await pictures(6));
    expect([refused.status, refused.body.error.message]).toEqual([
      413,
      'At most 5 files can be sent in one request.',
    ]);
    expect((await readConversation(t, scene.buyer, scene.conversationId)).body.data.messages).toHaveLength(1);
    expect(await storedKeys()).toEqual(before);
  });

  it.each([
    ['a broken image', 'broken.jpg', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]), 422],
    ['half a PDF', 'half.pdf', Buffer.from('%PDF-1.4\nno end'), 422],
    ['a photo in HEIC', 'IMG_1.HEIC', Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic'), 415],
  ])(
    'with %s among them none is stored, and the refusal names it',
    async (_what, filename, content, status) => {
      const scene = await createScene(t);
      const before = await storedKeys();
      const files = [...(await pictures(2)), { filename, type: 'image/jpeg', content, field: 'attachments' }];
      const refused = await send(scene, scene.buyer, files);
      expect(refused.status).toBe(status);
      const { message, details = [] } = refused.body.error;
      expect([message, ...details.map((detail: { message: string }) => detail.message)].join(' ')).toMatch(
        new RegExp(`${filename.replace('.', '\\.')} is `),
      );
      expect(JSON.stringify(refused.body)).not.toContain('image/');
      expect((await readConversation(t, scene.buyer, scene.conversationId)).body.data.messages).toHaveLength(
        1,
      );
      expect(await storedKeys()).toEqual(before);
    },
  );

  it('count together against the daily budget of their sender', async () => {
    const limited = await createTestApp();
    try {
      const admin = await createAdmin(limited);
      await limited.patch(
        '/api/admin/settings',
        { settings: { 'messaging.attachmentMegabytesPerDay': 1 } },
        { as: admin },
      );
      const { buyer, conversationId } = await createScene(limited);
      const pdf = Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(600 * 1024, 'x'), PDF]);
      const files = ['a.pdf', 'b.pdf'].map((filename) => ({
        filename,
        type: 'application/pdf',
        content: pdf,
        field: 'attachments',
      }));
      const url = `${CONVERSATIONS}/${conversationId}`;
      expect((await sendFiles(limited, url, files, { as: buyer })).status).toBe(429);
      expect((await sendFiles(limited, url, files.slice(1), { as: buyer })).status).toBe(201);
    } finally {
      await limited.close();
    }
  });

  it('go with the message: all when both sides have deleted it, all when the account is erased', async () => {
    const before = await storedKeys();
    const scene = await createScene(t);
    await send(scene, scene.buyer, await pictures(5));
    for (const user of [scene.buyer, scene.seller])
      await t.del(`${CONVERSATIONS}/${scene.conversationId}`, { as: user });
    await t.drainJobs();
    expect(await storedKeys()).toEqual(before);
    const other = await createScene(t);
    await send(other, other.buyer, await pictures(3));
    const erasure = { as: other.buyer, body: { password: TEST_PASSWORD } };
    expect((await t.call('DELETE', '/api/auth/me', erasure)).status).toBe(204);
    await t.drainJobs();
    const { messages } = (await readConversation(t, other.seller, other.conversationId)).body.data;
    expect(messages[0]).not.toHaveProperty('attachments');
    expect(await storedKeys()).toEqual(before);
  });

  it('are named in the report of their message and in the copy that their sender gets', async () => {
    const scene = await createScene(t);
    const sent = await send(scene, scene.buyer, await pictures(2));
    const { id } = sent.body.data.message;
    await t.post(`/v1/messages/${id}/report`, { reason: 'spam' }, { as: scene.seller });
    const { context } = await t.db
      .selectFrom('reports')
      .select('context')
      .where('subject_id', '=', id)
      .executeTakeFirstOrThrow();
    expect((context['messages'] as object[]).at(-1)).toMatchObject({
      attachment: '1.png',
      attachments: ['1.png', '2.png'],
    });
    const copy = await t.get('/api/auth/me/export', { as: scene.buyer });
    expect(copy.text).toContain('"attachments":["1.png","2.png"]');
  });
});
