import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Attachments } from '../../../src/modules/messaging/attachments.ts';
import { createBuyer } from '../../support/factories.ts';
import { type Answer, createTestApp, type TestApp } from '../../support/test-app.ts';
import { CONVERSATIONS, createScene, formOf, readConversation, sendMessage } from './scene.ts';

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

  it('201: an image anew, without what its file carried, behind a link that expires', async () => {
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

  it('404: a link that nobody signed', async () => {
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
      const answer = await limited.call('POST', `${CONVERSATIONS}/${scene.conversationId}`, {
        as: scene.buyer,
        ...formOf({ content: 'no file' }),
      });
      expect([answer.status, answer.headers['x-ratelimit-limit']]).toEqual([201, '20']);
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
  ])('refuses %s', async (_what, name, content, status) => {
    const scene = await createScene(t);
    const answer = await attach(scene, scene.buyer, formOf({}, { name, type: 'image/jpeg', content }));
    expect(answer.status).toBe(status);
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

  it('404: takes no file from somebody who is of neither side', async () => {
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
    const send = async (content: Buffer): Promise<Answer> => {
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

  it('that no message names are swept after an hour, those of messages stay', async () => {
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
    // A process that dies between the file and its message.
    const orphan = await new Attachments({
      ...t.app.platform,
      settings: t.app.modules.settings,
      renderAttachment: async () => file.content,
    }).store(
      { userId: scene.buyer.userId, seller: null },
      {
        field: 'attachment',
        filename: 'a.jpg',
        type: 'image/jpeg',
        bytes: file.content.length,
        sha256: '',
        path: source,
      },
    );
    await rm(directory, { recursive: true });
    const isThere = async (key: string): Promise<boolean> => {
      const object = await storage.get(key);
      object?.stream.destroy();
      return object !== null;
    };
    await t.drainJobs();
    expect(await isThere(orphan.storageKey)).toBe(true);
    await t.app.runner.scheduleRecurring();
    t.clock.advance(61 * 60_000);
    await t.drainJobs();
    expect([await isThere(orphan.storageKey), await isThere(sent.storage_key)]).toEqual([false, true]);
  });
});
