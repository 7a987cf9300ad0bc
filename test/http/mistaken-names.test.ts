/** Error messages for a body that lacks a required field and has unknown ones. */
import { type TSchema, Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AppError, invalidFields } from '../../src/platform/errors/app-error.ts';
import { withMistakenNames } from '../../src/platform/http/request/mistaken-names.ts';
import { checkBody } from '../../src/platform/http/request/validate.ts';
import { bodySchemas } from '../support/schema-nodes.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';
import { CONVERSATIONS, createScene } from './messaging/scene.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

/** Returns the error of a body for a schema, as the request pipeline creates it. */
function errorOf(schema: TSchema, body: unknown): AppError {
  const { problems, ignored } = checkBody(schema, body);
  return withMistakenNames(invalidFields(problems), schema, ignored) as AppError;
}

describe('A body with a field under another name', () => {
  it('names the intended field, for every route that requires one', () => {
    const required = bodySchemas(t.app.routes).flatMap(({ name, schema }) =>
      (schema.required ?? []).map((field) => ({ name, schema: schema as TSchema, field })),
    );
    expect(required.length).toBeGreaterThan(100);
    for (const { name, schema, field } of required) {
      const mistyped = `${field}_`;
      expect([name, errorOf(schema, { [mistyped]: 'x' }).details]).toEqual([
        name,
        expect.arrayContaining([
          { field, message: 'is required' },
          { field: mistyped, message: `is not a known field; did you mean "${field}"?` },
        ]),
      ]);
    }
  });

  it('says what is required where no name is near', async () => {
    const { seller, conversationId } = await createScene(t);
    const url = `${CONVERSATIONS}/${conversationId}`;
    const response = await t.post(url, { message: 'Yes!' }, { as: seller });
    expect([response.status, response.body.error]).toMatchObject([
      422,
      {
        code: 'VALIDATION_ERROR',
        message: 'content is required; message is not a known field; required here: content.',
        details: [
          { field: 'content', message: 'is required' },
          { field: 'message', message: 'is not a known field; required here: content' },
        ],
      },
    ]);
    const rejected = await t.post(CONVERSATIONS, { listing_id: 'lst_x', content: 'Hello' }, { as: seller });
    expect(rejected.body.error.message).toBe(
      'message is required; content is not a known field; required here: message.',
    );
  });

  it("gets an error in the reader's language", async () => {
    const { seller, conversationId } = await createScene(t);
    const response = await t.post(
      `${CONVERSATIONS}/${conversationId}`,
      { contents: 'Ja!' },
      { as: seller, headers: { 'accept-language': 'de' } },
    );
    expect(response.body.error.message).toBe(
      'content ist erforderlich; contents ist kein bekanntes Feld; meinten Sie „content“?',
    );
  });

  it('is recognised by a word in common, also in an object of a list', () => {
    const schema = Type.Object({
      webhook: Type.Object({ url: Type.String() }),
      members: Type.Array(Type.Object({ email: Type.String(), note: Type.Optional(Type.String()) })),
    });
    const error = errorOf(schema, {
      webhook: { webhookUrl: 'https://dealer.example' },
      members: [{ email: 'a@example.com' }, { buyer_email: 'b@example.com', notes: 'x', colour: 'red' }],
      notes: 'what nothing is missing beside is not named',
    });
    expect(error.details).toEqual([
      { field: 'webhook.url', message: 'is required' },
      { field: 'members.1.email', message: 'is required' },
      { field: 'webhook.webhookUrl', message: 'is not a known field; did you mean "url"?' },
      { field: 'members.1.buyer_email', message: 'is not a known field; did you mean "email"?' },
      { field: 'members.1.notes', message: 'is not a known field; did you mean "note"?' },
      { field: 'members.1.colour', message: 'is not a known field; required here: email' },
    ]);
  });

  it('is found among many fields that were read and are sent back', async () => {
    const { seller, conversationId } = await createScene(t);
    const body = {
      ...Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`other${i}`, i])),
      contend: 'Yes!',
    };
    const response = await t.post(`${CONVERSATIONS}/${conversationId}`, body, { as: seller });
    const details = response.body.error.details as { field: string; message: string }[];
    expect(details.slice(0, 2)).toEqual([
      { field: 'content', message: 'is required' },
      { field: 'contend', message: 'is not a known field; did you mean "content"?' },
    ]);
    expect(details).toHaveLength(11);
  });

  it('is sought among the first hundred unknown fields only', () => {
    const schema = Type.Object({ content: Type.String() });
    const unknown = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`other${i}`, i]));
    expect(errorOf(schema, { ...unknown, contend: 'x' }).details).toHaveLength(11);
    expect(errorOf(schema, { ...unknown, contend: 'x' }).details).not.toContainEqual(
      expect.objectContaining({ field: 'contend' }),
    );
  });
});
