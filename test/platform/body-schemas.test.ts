/** Rules for the schema of every request body. */
import { type TSchema, Type } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SENTENCES } from '../../src/platform/http/request/schema-check.ts';
import { Amount, MapOf } from '../../src/platform/http/schemas.ts';
import { allProblems, checkBody } from '../../src/platform/http/request/validate.ts';
import {
  bodySchemas,
  type NamedSchema,
  nodesOf,
  type SchemaNode,
  acceptsType,
} from '../support/schema-nodes.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let schemas: readonly NamedSchema[];
beforeAll(async () => {
  t = await createTestApp();
  schemas = bodySchemas(t.app.routes);
});
afterAll(() => t.close());

function findPlaces(isBad: (node: SchemaNode) => boolean): string[] {
  return schemas.flatMap(({ name, schema }) =>
    [...nodesOf(schema, name)].filter(({ node }) => isBad(node)).map(({ place }) => place),
  );
}

/** Bodies whose values are checked by the schema of the setting, which is part of the settings list. */
const CHECKED_ELSEWHERE = [
  'PATCH /admin/settings.settings|0.*',
  'PATCH /admin/settings.settings|1[].value',
  'PUT /admin/settings/:name.value',
];

/** Operations of a batch are checked when they run, so that an error affects only that operation. */
const CHECKED_WHEN_THEY_RUN = ['POST /seller/listings/batch.operations[]'];

describe('every body', () => {
  it('is checked in all its parts: no object takes fields or keys that nothing looks at', () => {
    expect(schemas.length).toBeGreaterThan(80);
    const open = findPlaces(
      (node) =>
        node.patternProperties !== undefined ||
        node.additionalProperties === true ||
        (acceptsType(node, 'object') &&
          node.properties === undefined &&
          node.additionalProperties === undefined) ||
        (typeof node.additionalProperties === 'object' && node.propertyNames?.maxLength === undefined),
    );
    expect(open).toEqual(CHECKED_WHEN_THEY_RUN);
    const anything = findPlaces(
      ({ type, anyOf, enum: values, const: value }) =>
        type === undefined && anyOf === undefined && values === undefined && value === undefined,
    );
    expect(anything).toEqual(CHECKED_ELSEWHERE);
  });

  it('has a bound for every list, map and number', () => {
    const boundless = findPlaces(
      (node) =>
        (acceptsType(node, 'array') && node.maxItems === undefined) ||
        (typeof node.additionalProperties === 'object' && node.maxProperties === undefined) ||
        ((acceptsType(node, 'integer') || acceptsType(node, 'number')) &&
          (node.maximum === undefined || (node.minimum ?? node.exclusiveMinimum) === undefined) &&
          node.enum === undefined),
    );
    expect(boundless).toEqual([]);
  });

  it('has a bound for every text', () => {
    const boundless = findPlaces(
      (node) =>
        acceptsType(node, 'string') &&
        node.maxLength === undefined &&
        node.enum === undefined &&
        node.const === undefined &&
        node.format === undefined,
    );
    expect(boundless).toEqual([]);
  });
});

/** Keywords that describe no constraint of a value, or only apply its parts' schemas. */
const WITHOUT_SENTENCE = new Set([
  'description',
  'title',
  'documentedAs',
  'default',
  'errorMessage',
  'properties',
  'items',
  'propertyNames',
  '~optional',
  'if',
  'then',
]);

/** Values of every type that match almost no schema. */
const UNFIT: readonly unknown[] = [
  null,
  true,
  -1e308,
  1e308,
  0.001,
  '',
  ' ',
  '\u0000',
  'x'.repeat(20_000),
  [],
  [[]],
  [{}],
  ['x', 'x', 'x'],
  Array.from({ length: 2000 }, () => null),
  {},
  { '': {} },
  { 'EN-GB': {}, 'a\nb': {}, de: {} },
  Object.fromEntries(Array.from({ length: 2000 }, (_, i) => [`k${i}`, {}])),
];

describe('every problem of a body', () => {
  it('has a sentence of ours, whichever keyword finds it', () => {
    const queries = t.app.routes.flatMap((row) => (row.query === undefined ? [] : [row.query as SchemaNode]));
    const all = [...schemas.map(({ schema }) => schema), ...queries];
    const used = new Set(
      all.flatMap((schema) => [...nodesOf(schema, '')].flatMap(({ node }) => Object.keys(node))),
    );
    expect(used.size).toBeGreaterThan(15);
    const without = [...used].filter((keyword) => !WITHOUT_SENTENCE.has(keyword) && !(keyword in SENTENCES));
    expect(without).toEqual([]);
  });

  it('is reported in words for people, never in those of the validator', () => {
    const seen = new Set<string>();
    for (const { schema } of schemas) {
      const fields = Object.keys(schema.properties ?? {});
      const bodies = [
        ...UNFIT,
        ...fields.flatMap((field) => UNFIT.map((value) => ({ [field]: value }))),
        ...fields.map((field) => ({ [field]: { rates: { usd: {}, EURO: -1 }, names: { english: 1 } } })),
      ];
      for (const body of bodies) {
        const { problems } = checkBody(schema as TSchema, body);
        expect(problems.length).toBeLessThanOrEqual(100);
        for (const { message } of problems) seen.add(String(message));
      }
    }
    expect(seen.size).toBeGreaterThan(50);
    const raw = [...seen].filter(
      (message) =>
        /NOT|should|must match|must be equal|required property|propert|schema|keyword/.test(message) ||
        message === 'is invalid' ||
        /undefined|\[object|must be of another form/.test(message),
    );
    expect(raw).toEqual([]);
  });

  it('names the key of a map that is none, and what lies under it', () => {
    const { schema } = schemas.find(({ name }) => name === 'PUT /admin/features/:code')!;
    const body = { group: 'driving', names: { en: 'ABS', 'EN-GB': {}, 'e\nn': 1 }, classes: ['TR'] };
    expect(checkBody(schema as TSchema, body).problems).toEqual([
      { field: 'names.EN-GB', message: 'is not a language code such as en or de' },
      { field: 'names.e\nn', message: 'is not a language code such as en or de' },
    ]);
  });

  it('is the first hundred of them: fields with problems are not shown to the rules of the module', async () => {
    const schema = Type.Object({
      list: Type.Array(Type.Integer(), { maxItems: 500 }),
      other: Type.Integer(),
    });
    const body = { list: Array.from({ length: 500 }, () => 'x'), other: 'x' };
    const checked = checkBody(schema, body);
    expect(checked.problems).toHaveLength(100);
    const seen: unknown[] = [];
    const error = await allProblems(checked, async (validPart) => {
      seen.push(validPart);
      return [];
    });
    expect(error.details).toHaveLength(100);
    expect(seen).toEqual([]);
  });
});

describe('input that is too large', () => {
  it('is reported for what it is and left out of every further check', () => {
    const schema = Type.Object({
      map: MapOf({ maxLength: 8, are: 'key' }, Type.Union([Type.String(), Type.Integer()]), {
        maxProperties: 2,
      }),
      lists: Type.Array(Type.Array(Type.String({ maxLength: 3 }), { maxItems: 2 }), {
        maxItems: 3,
        uniqueItems: true,
      }),
      text: Type.Optional(Type.String({ maxLength: 3, pattern: '^a+$' })),
    });
    const body = {
      map: { a: {}, b: {}, c: {} },
      lists: [['a', 'b', 'c'], ['far too long'], ['a', 'b', 'c']],
      text: '🚛🚛🚛',
    };
    expect(checkBody(schema, body).problems).toEqual([
      { field: 'map', message: 'must have at most 2 entries' },
      { field: 'lists.0', message: 'must have at most 2 entries' },
      { field: 'lists.1.0', message: 'must have at most 3 characters' },
      { field: 'lists.2', message: 'must have at most 2 entries' },
      { field: 'text', message: 'has a format that is not allowed' },
    ]);
  });

  it('unknown fields are dropped at any depth, within maps and lists too', () => {
    const inner = Type.Object({ a: Type.Optional(Type.Integer()) });
    const schema = Type.Object({
      map: MapOf({ maxLength: 8, are: 'key' }, inner, { maxProperties: 5 }),
      list: Type.Array(inner, { maxItems: 5 }),
    });
    const checked = checkBody(schema, { map: { k: { a: 1, b: 2 } }, list: [{ a: 1, c: {} }], d: 1 });
    expect(checked).toEqual({
      value: { map: { k: { a: 1 } }, list: [{ a: 1 }] },
      ignored: ['map.k.b', 'list.0.c', 'd'],
      problems: [],
    });
  });
});

describe('amounts of money', () => {
  const schema = Type.Object({ amount: Amount({ minimum: 0, maximum: 9_999_999_999.99 }) });
  const problemsOf = (amount: number) => checkBody(schema, { amount }).problems;

  it('may have any cents', () => {
    const refused = Array.from({ length: 100_000 }, (_, i) => Number((i / 100).toFixed(2))).filter(
      (amount) => problemsOf(amount).length > 0,
    );
    expect(refused).toEqual([]);
    expect([19.99, 0.07, 1234567.89, 9_999_999_999.99].flatMap(problemsOf)).toEqual([]);
  });

  it('have no parts of cents', () => {
    for (const amount of [19.999, 0.001, 1e-9, 1234567.891])
      expect(problemsOf(amount)).toEqual([{ field: 'amount', message: 'must have at most two decimals' }]);
  });
});
