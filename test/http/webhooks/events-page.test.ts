import { Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkSchema } from '../../../src/platform/http/request/schema-check.ts';
import { Nullable, Timestamp } from '../../../src/platform/http/schemas.ts';
import { defineEvent } from '../../../src/platform/events/event.ts';
import { publicEvents } from '../../../src/modules/webhooks/event-names.ts';
import { renderEventsPage } from '../../../src/modules/webhooks/index.ts';
import { createTestApp, type TestApp } from '../../support/test-app.ts';
import { parcelWeighed } from './setup.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.close());

describe('the catalogue of events', () => {
  it('has samples that fit their schemas', () => {
    for (const { type, data, sample } of publicEvents(t.app.platform.events.catalogue))
      expect([type, checkSchema(data, sample)]).toEqual([type, []]);
  });
});

describe('renderEventsPage', () => {
  const crateOpened = defineEvent({
    type: 'crate.opened',
    scope: 'webhooks:manage',
    when: 'A crate | was opened.',
    data: Type.Object({
      crate: Type.Object({
        id: Type.String({ description: 'Whose crate' }),
        lid: Nullable(Type.Object({ colour: Type.Optional(Type.String()) })),
        parts: Type.Array(Type.Object({ weight: Type.Number() })),
        opened_at: Timestamp,
      }),
    }),
    sample: {
      crate: { id: 'crt_1', lid: null, parts: [{ weight: 2 }], opened_at: '2026-01-01T00:00:00.000Z' },
    },
  });
  const page = renderEventsPage([parcelWeighed, crateOpened]);

  it('has a row for each field, however deep', () => {
    expect(page.split('\n').filter((line) => line.startsWith('| `'))).toEqual([
      '| `crate` | object |  |',
      '| `crate.id` | string | Whose crate |',
      '| `crate.lid` | object or null |  |',
      '| `crate.lid.colour` | string | may be missing |',
      '| `crate.parts` | list of object |  |',
      '| `crate.parts[].weight` | number |  |',
      '| `crate.opened_at` | string (date-time) |  |',
    ]);
  });

  it('has a sample envelope and the schema, as JSON', () => {
    const [sample, schema] = [...page.matchAll(/```json\n([\s\S]*?)\n```/g)].map((match) =>
      JSON.parse(match[1]!),
    );
    expect(sample).toMatchObject({ type: 'crate.opened', data: crateOpened.sample });
    expect(schema).toMatchObject({ type: 'object', required: ['crate'] });
  });

  it('keeps signals between modules to itself', () => {
    expect(page).not.toContain('parcel.weighed');
    expect(page).toContain('| [crate.opened](#crateopened) | A crate \\| was opened. |');
  });
});
