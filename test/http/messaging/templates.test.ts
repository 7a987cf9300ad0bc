import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createBuyer, createSeller, createTeamMember } from '../../support/factories.ts';
import { fieldsOf, createTestApp, type TestApp } from '../../support/test-app.ts';
import { CONVERSATIONS, createScene } from './scene.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

const OWN = '/v1/messages/templates';
const SELLER = '/api/seller/message-templates';
const fields = { name: 'Welcome', category: 'inquiry', content: 'Hello {{name}}, about {{truck}}:' };

describe('message templates', () => {
  it('201, 200: a team shares its own at both paths', async () => {
    const seller = await createSeller(t);
    const colleague = await createTeamMember(t, seller.sellerId, 'AGENT');
    const created = await t.post(OWN, fields, { as: seller });
    expect([created.status, created.body.data]).toEqual([
      201,
      { template: { id: expect.stringMatching(/^tpl_/), ...fields } },
    ]);
    const { template } = created.body.data;
    for (const path of [OWN, SELLER])
      expect((await t.get(path, { as: colleague })).body.data).toEqual({ templates: [template] });
    expect((await t.get(`${SELLER}/${template.id}`, { as: colleague })).body.data).toEqual({ template });
    const changed = await t.put(
      `${SELLER}/${template.id}`,
      { name: ' Greeting ', id: 'tpl_x' },
      { as: colleague },
    );
    expect(changed.body.data.template).toEqual({ ...template, name: 'Greeting' });
    expect(changed.headers['x-ignored-fields']).toBe('id');
    expect((await t.del(`${SELLER}/${template.id}`, { as: colleague })).status).toBe(204);
    expect((await t.get(OWN, { as: seller })).body.data.templates).toEqual([]);
  });

  it('201: a buyer has their own; the category may be left out', async () => {
    const buyer = await createBuyer(t);
    const created = await t.post(OWN, { name: 'Ask', content: 'Hi' }, { as: buyer });
    expect(created.body.data.template).toMatchObject({ name: 'Ask', category: 'general' });
    expect((await t.get(OWN, { as: await createBuyer(t) })).body.data.templates).toEqual([]);
  });

  it('422: names every field that is wrong', async () => {
    const response = await t.post(OWN, { name: ' ', content: '' }, { as: await createBuyer(t) });
    expect(response.status).toBe(422);
    expect(fieldsOf(response)).toEqual(['name', 'content']);
  });

  it('422: braces that hold no name are rejected when the template is written, and nothing is', async () => {
    const seller = await createSeller(t);
    const { template } = (await t.post(OWN, fields, { as: seller })).body.data;
    const broken = { name: 'Broken', content: 'Hello {{first name}}' };
    const refused = [
      await t.post(OWN, broken, { as: seller }),
      await t.post(SELLER, broken, { as: seller }),
      await t.put(`${SELLER}/${template.id}`, broken, { as: seller }),
      await t.post(OWN, broken, { as: await createBuyer(t) }),
    ];
    for (const response of refused) {
      expect(response.status).toBe(422);
      expect(response.body.error.details).toEqual([
        { field: 'content', message: expect.stringContaining('"{{first name}}"') },
      ]);
    }
    expect((await t.get(OWN, { as: seller })).body.data.templates).toEqual([template]);
  });

  it('403: beyond the plan, exactly, also when created at once; a buyer beyond ten', async () => {
    for (const user of [await createSeller(t), await createBuyer(t)]) {
      const responses = await Promise.all(
        Array.from({ length: 14 }, (_, i) => t.post(OWN, { name: `${i}`, content: 'x' }, { as: user })),
      );
      expect(responses.filter((response) => response.status === 201)).toHaveLength(10);
      const refused = responses.filter((response) => response.status === 403);
      expect(refused.map((response) => response.body.error.code)).toEqual(
        Array(4).fill('PLAN_LIMIT_EXCEEDED'),
      );
    }
  });

  it('403: a VIEWER reads only; the seller paths are for sellers', async () => {
    const seller = await createSeller(t);
    const viewer = await createTeamMember(t, seller.sellerId, 'VIEWER');
    const { template } = (await t.post(OWN, fields, { as: seller })).body.data;
    expect((await t.get(SELLER, { as: viewer })).status).toBe(200);
    const refused = [
      await t.post(OWN, { name: 'x', content: 'x' }, { as: viewer }),
      await t.post(SELLER, { name: 'x', content: 'x' }, { as: viewer }),
      await t.put(`${SELLER}/${template.id}`, { name: 'x' }, { as: viewer }),
      await t.del(`${SELLER}/${template.id}`, { as: viewer }),
      await t.get(SELLER, { as: await createBuyer(t) }),
    ];
    expect(refused.map((response) => [response.status, response.body.error.code])).toEqual(
      refused.map(() => [403, 'FORBIDDEN']),
    );
  });

  it('404: those of others, alike to unknown ones', async () => {
    const { template } = (await t.post(OWN, fields, { as: await createSeller(t) })).body.data;
    const { buyer, seller, conversationId } = await createScene(t);
    const responses = await Promise.all(
      [template.id, 'tpl_00000000000000000000000000', 'x'].flatMap((id) => [
        t.get(`${SELLER}/${id}`, { as: seller }),
        t.put(`${SELLER}/${id}`, { name: 'x' }, { as: seller }),
        t.del(`${SELLER}/${id}`, { as: seller }),
        t.post(`${CONVERSATIONS}/${conversationId}`, { template_id: id }, { as: seller }),
        t.post(`${CONVERSATIONS}/${conversationId}`, { template_id: id }, { as: buyer }),
      ]),
    );
    expect(responses.map((response) => response.status)).toEqual(responses.map(() => 404));
    expect(new Set(responses.map((response) => response.text)).size).toBe(1);
  });

  it('409: a name twice, whatever its case', async () => {
    const seller = await createSeller(t);
    await t.post(OWN, fields, { as: seller });
    const duplicate = await t.post(SELLER, { ...fields, name: 'WELCOME' }, { as: seller });
    expect([duplicate.status, duplicate.body.error.code]).toEqual([409, 'ALREADY_EXISTS']);
    const { template } = (await t.post(OWN, { ...fields, name: 'Other' }, { as: seller })).body.data;
    const renamed = await t.put(`${SELLER}/${template.id}`, { name: 'welcome' }, { as: seller });
    expect(renamed.status).toBe(409);
    expect((await t.post(OWN, fields, { as: await createSeller(t) })).status).toBe(201);
  });
});

describe('sending a template', () => {
  it('201: fills it in one pass; a name may be used in the other braces', async () => {
    const { seller, conversationId } = await createScene(t);
    const { template } = (await t.post(OWN, { name: 'a', content: '{{a}} {{constructor}}' }, { as: seller }))
      .body.data;
    const response = await t.post(
      `${CONVERSATIONS}/${conversationId}`,
      { template_id: template.id, variables: { a: '{{b}}' }, type: 'quick_reply' },
      { as: seller },
    );
    expect([response.status, response.body.data.message.content, response.body.data.message.type]).toEqual([
      201,
      '{{b}} {{constructor}}',
      'quick_reply',
    ]);
  });

  it('201: names of any script, with hyphens and dots, are filled; 422 names one that is missing', async () => {
    const { seller, conversationId } = await createScene(t);
    const content = 'Hallo {{käufer}}, {{first-name}} ({{buyer.name}})';
    const { template } = (await t.post(OWN, { name: 'a', content }, { as: seller })).body.data;
    const send = (variables: object) =>
      t.post(`${CONVERSATIONS}/${conversationId}`, { template_id: template.id, variables }, { as: seller });
    const missing = await send({ käufer: 'Jörg', 'first-name': 'Ana' });
    expect([missing.status, missing.body.error.details]).toEqual([
      422,
      [{ field: 'variables.buyer.name', message: 'is required by the template' }],
    ]);
    const sent = await send({ käufer: 'Jörg', 'first-name': 'Ana', 'buyer.name': 'Ana Silva' });
    expect(sent.body.data.message.content).toBe('Hallo Jörg, Ana (Ana Silva)');
  });

  it('422: names the variables that are missing', async () => {
    const { seller, conversationId } = await createScene(t);
    const { template } = (await t.post(OWN, fields, { as: seller })).body.data;
    const send = (body: object) =>
      t.post(`${CONVERSATIONS}/${conversationId}`, { template_id: template.id, ...body }, { as: seller });
    const missing = await send({ variables: { name: 'Ana' } });
    expect([missing.status, missing.body.error.details]).toEqual([
      422,
      [{ field: 'variables.truck', message: expect.any(String) }],
    ]);
    expect((await send({})).body.error.details).toHaveLength(2);
    for (const variables of [['Ana'], 7, { name: 7, truck: 'x' }, { name: ['a'], truck: 'x' }, 'x'])
      expect((await send({ variables })).status).toBe(422);
    const full = { name: 'x'.repeat(4000), truck: 'y'.repeat(4000) };
    expect((await send({ variables: full })).body.error.details[0].field).toBe('variables');
    expect((await send({ variables: { name: 'a', truck: 'b' }, content: 'x' })).status).toBe(422);
    expect((await send({ variables: { name: 'a', truck: 'b' } })).status).toBe(201);
  });
});
