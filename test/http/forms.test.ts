/** Multipart forms are validated like the JSON body that they represent. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { createScene } from './messaging/scene.ts';

let t: TestApp;
let scene: Awaited<ReturnType<typeof createScene>>;
beforeAll(async () => {
  t = await createTestApp();
  scene = await createScene(t);
});
afterAll(() => t.close());

type Part = readonly [name: string, content: string, head?: string];

async function sendForm(url: string, parts: readonly Part[], as?: { token: string }) {
  const boundary = 'part-of-a-form';
  const text = parts.map(
    ([name, content, head = '']) =>
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${head}\r\n\r\n${content}\r\n`,
  );
  return t.call('POST', url, {
    ...(as === undefined ? {} : { as }),
    payload: Buffer.from(`${text.join('')}--${boundary}--\r\n`),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  });
}

const PDF: Part = [
  'attachment',
  '%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n',
  '; filename="offer.pdf"\r\ncontent-type: application/pdf',
];

describe('a message in a form', () => {
  const send = (...parts: Part[]) =>
    sendForm(`/v1/messages/conversations/${scene.conversationId}`, parts, scene.seller);

  it('has up to 5,000 characters, as in JSON', async () => {
    const content = 'ж'.repeat(5000);
    const sent = await send(['content', content], PDF);
    expect(sent.status).toBe(201);
    expect(sent.body.data.message.content === content).toBe(true);
    const longer = await send(['content', `${content}ж`], PDF);
    expect([longer.status, longer.body.error.details]).toEqual([
      422,
      [{ field: 'content', message: 'must have at most 5000 characters' }],
    ]);
  });

  it('takes a template with variables and an attachment, however the variables are written', async () => {
    const created = await t.post(
      '/api/seller/message-templates',
      { name: 'Offer', content: 'Dear {{käufer}}, see the offer of {{day}}.' },
      { as: scene.seller },
    );
    const template: Part = ['template_id', created.body.data.template.id];
    const ways: readonly (readonly Part[])[] = [
      [['variables', JSON.stringify({ käufer: 'Ada', day: 'Monday' })]],
      [['variables', JSON.stringify({ käufer: 'Ada', day: 'Monday' }), '\r\ncontent-type: application/json']],
      [
        ['variables[käufer]', 'Ada'],
        ['variables[day]', 'Monday'],
      ],
    ];
    for (const way of ways) {
      const sent = await send(template, ...way, PDF);
      expect([
        sent.status,
        sent.body.data?.message.content,
        sent.body.data?.message.attachment.filename,
      ]).toEqual([201, 'Dear Ada, see the offer of Monday.', 'offer.pdf']);
    }
  });

  it('422 for invalid variables; 400 for forbidden property names', async () => {
    for (const text of ['{', '[1]', 'x', 'null']) {
      const response = await send(['content', 'x'], ['variables', text], PDF);
      expect([text, response.status, response.body.error.details?.[0].field]).toEqual([
        text,
        422,
        'variables',
      ]);
    }
    const value = await send(['content', 'x'], ['variables', '{"a":{"b":1}}'], PDF);
    expect(value.body.error.details).toEqual([{ field: 'variables.a', message: 'must be text' }]);
    const name = await send(['content', 'x'], ['variables[__proto__]', 'x'], PDF);
    expect([name.status, name.body.error.code]).toEqual([400, 'BAD_REQUEST']);
  });
});

describe('a registration in a form', () => {
  const person: readonly Part[] = [
    ['email', 'form@dealer.example'],
    ['password', 'Longhaul24'],
    ['name', 'Fiona Form'],
    ['role', 'SELLER'],
    ['companyName', 'Form Ltd'],
    ['phone', '+4940123456'],
    ['country', 'DE'],
  ];

  it('422 for documents sent as text instead of files; an empty field counts as missing', async () => {
    for (const name of ['documents', 'documents[]']) {
      const response = await sendForm('/api/auth/register', [...person, [name, 'licence.pdf']]);
      expect([response.status, response.body.error.details]).toEqual([
        422,
        [{ field: 'documents', message: 'must be a file, not text' }],
      ]);
    }
    const response = await sendForm('/api/auth/register', [...person, ['documents', '']]);
    expect(response.status, response.text).toBe(201);
  });
});
