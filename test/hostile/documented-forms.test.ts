/** Every operation enforces the formats that the OpenAPI documents specify for parameters, headers and fields. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FORMATS } from '../../src/platform/http/request/formats.ts';
import type { AnyRouteRow } from '../../src/platform/http/route.ts';
import { createAdmin, createBuyer, createSeller } from '../support/factories.ts';
import {
  DOCUMENT_NAMES,
  documentOf,
  expanded,
  operationsOf,
  type Parameter,
  resolve,
} from '../support/openapi.ts';
import { type TestResponse, createTestApp, fieldsOf, type TestApp } from '../support/test-app.ts';

/** The keywords for texts and numbers that the documents use. */
interface Form {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: Form;
  readonly maxItems?: number;
}

interface Call {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly row: AnyRouteRow;
  /** Schema of the JSON body. */
  readonly body: { readonly properties?: Readonly<Record<string, unknown>> } | undefined;
  readonly parameters: readonly (Omit<Parameter, 'schema'> & { readonly schema: Form })[];
}

let t: TestApp;
let calls: readonly Call[];
const tokens = new Map<string, string>();

beforeAll(async () => {
  t = await createTestApp();
  tokens.set('user', (await createBuyer(t)).token);
  tokens.set('seller', (await createSeller(t, { plan: 'enterprise' })).token);
  tokens.set('admin', (await createAdmin(t)).token);
  const rows = new Map(t.app.routes.map((row) => [row.operationId, row]));
  calls = DOCUMENT_NAMES.flatMap((name) => {
    const document = documentOf(t.app, name);
    return operationsOf(document).map(({ path, method, operation }) => {
      const row = rows.get(operation.operationId as never);
      if (row === undefined) throw new Error(`${operation.operationId} has no row`);
      const parameters = (operation.parameters ?? []).map((declared) => {
        const parameter = resolve(document, declared);
        return { ...parameter, schema: expanded(document, parameter.schema) as Form };
      });
      const json = operation.requestBody?.content['application/json']?.schema;
      const body = json === undefined ? undefined : (expanded(document, json) as Call['body']);
      return { name: `${method.toUpperCase()} ${path}`, method, path, row, body, parameters };
    });
  });
});
afterAll(() => t.close());

const isText = ({ type }: Form): boolean => type === 'string';

/** Headers that HTTP allows to hold any value: a server ignores those that it does not understand. */
const LENIENT = new Set(['Accept-Language', 'If-None-Match']);

const FITTING = [
  'lst_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  'en',
  '2026',
  '1',
  'tractor-units',
  'exchangeRates',
  'abs_brakes',
  'fifthwheel',
];
const ODD_TEXTS = ['Ä ö', 'a/b', '\u0001x', '--', '.', 'x', '0', '2026-02-31', 'A'.repeat(20), '-1'];

function fits(form: Form, text: string): boolean {
  return (
    (form.pattern === undefined || new RegExp(form.pattern, 'u').test(text)) &&
    (form.enum === undefined || form.enum.includes(text)) &&
    text.length >= (form.minLength ?? 0) &&
    text.length <= (form.maxLength ?? Infinity)
  );
}

const OF_FORMAT: Readonly<Record<string, readonly string[]>> = {
  date: ['2026-02-31', 'yesterday'],
  'date-time': ['2026-02-31T00:00:00Z', '2026-02-01', 'yesterday'],
};

/** Returns invalid values for the schema, encoded as in a query string. */
function invalidTextsFor(form: Form): string[] {
  const { type, items, maxItems = Infinity, minimum = -Infinity, maximum = Infinity } = form;
  if (type === 'array')
    return [
      ...invalidTextsFor(items ?? {}).filter((text) => !text.includes(',') && text.trim() !== ''),
      ...(maxItems < Infinity ? [Array.from({ length: maxItems + 1 }, () => 'x').join(',')] : []),
    ];
  if (type === 'boolean') return ['yes', '2'];
  if (type === 'integer' || type === 'number')
    return [
      'x',
      '0x10',
      ...(type === 'integer' ? ['1.5'] : []),
      ...(minimum > -Infinity ? [String(minimum - 1)] : []),
      ...(maximum < Infinity ? [String(maximum + 1)] : []),
    ];
  const tooLong = form.maxLength === undefined ? [] : ['a'.repeat(form.maxLength + 1)];
  return [
    ...[...ODD_TEXTS, ...tooLong].filter((text) => !fits(form, text)),
    ...(OF_FORMAT[form.format ?? ''] ?? []),
  ];
}

async function send(
  call: Call,
  changed: Readonly<Record<string, string>>,
  options: { query?: string; headers?: Record<string, string>; body?: unknown } = {},
): Promise<TestResponse> {
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const form =
      call.parameters.find((parameter) => parameter.in === 'path' && parameter.name === name)?.schema ?? {};
    return encodeURIComponent(changed[name] ?? FITTING.find((text) => fits(form, text)) ?? 'x');
  });
  const as = tokens.get(call.row.access.kind);
  return t.call(
    call.method.toUpperCase(),
    `/v1${path}${options.query === undefined ? '' : `?${options.query}`}`,
    {
      atOnce: true,
      ...(as === undefined ? {} : { as }),
      ...(options.body === undefined ? {} : { body: options.body }),
      ...(options.headers === undefined ? {} : { headers: options.headers }),
    },
  );
}

describe('the form of a parameter', () => {
  it('is in the document for every text of a path or header', () => {
    const unconstrained = calls.flatMap(({ name, parameters }) =>
      parameters
        .filter(
          (parameter) => parameter.in !== 'query' && isText(parameter.schema) && !LENIENT.has(parameter.name),
        )
        .filter(({ in: place, schema }) => {
          const hasBounds = place === 'header' && schema.maxLength !== undefined;
          return schema.pattern === undefined && schema.enum === undefined && !hasBounds;
        })
        .map((parameter) => `${name}: ${parameter.name}`),
    );
    expect(unconstrained).toEqual([]);
  });

  it('in a path is checked at every operation', { timeout: 120_000 }, async () => {
    const accepted: string[] = [];
    for (const call of calls)
      for (const { name, schema } of call.parameters.filter((parameter) => parameter.in === 'path'))
        for (const text of invalidTextsFor(schema).filter((value) => value !== '.')) {
          const { status } = await send(call, { [name]: text });
          if (status < 400 || status >= 500) accepted.push(`${call.name}: ${status} with ${name} ${text}`);
        }
    expect(accepted).toEqual([]);
  });

  it('in a query is checked at every operation', { timeout: 120_000 }, async () => {
    const accepted: string[] = [];
    for (const call of calls)
      for (const { name, schema } of call.parameters.filter((parameter) => parameter.in === 'query'))
        for (const text of invalidTextsFor(schema)) {
          const query = `${name}=${encodeURIComponent(text)}`;
          const { status } = await send(call, {}, { query });
          if (status < 400 || status >= 500) accepted.push(`${call.name}: ${status} for ${query}`);
        }
    expect(accepted).toEqual([]);
  });

  it('for pages is documented with the limits that the server enforces', { timeout: 120_000 }, async () => {
    const refused: string[] = [];
    for (const call of calls) {
      const page = call.parameters.find(
        (parameter) => parameter.in === 'query' && parameter.name === 'page',
      )?.schema;
      if (page === undefined) continue;
      const { status } = await send(call, {}, { query: `page=${page.maximum}&limit=1` });
      if (![200, 403, 404].includes(status)) refused.push(`${call.name}: ${status}`);
    }
    expect(refused).toEqual([]);
  });

  it('in a header is checked at every operation', { timeout: 120_000 }, async () => {
    const accepted: string[] = [];
    for (const call of calls)
      for (const { name, schema } of call.parameters.filter((parameter) => parameter.in === 'header'))
        for (const text of invalidTextsFor(schema).filter((value) => /^[\x20-\x7e]*$/.test(value))) {
          const { status } = await send(call, {}, { headers: { [name]: text } });
          if (status < 400 || status >= 500) accepted.push(`${call.name}: ${status} for ${name} ${text}`);
        }
    expect(accepted).toEqual([]);
  });
});

// One row per kind of value.
// prettier-ignore
const INVALID_VALUES: readonly unknown[] = [
  true, {}, [], -1, 0.5, 1e15,
  '', ' ', 'x', 'a@', '2026-02-31', '2026-02-31T00:00:00Z', 'x'.repeat(100_000),
  Array.from({ length: 1200 }, (_one, n) => `x${n}`),
];

describe('the form of a field', () => {
  it('is checked in every body of JSON', { timeout: 240_000 }, async () => {
    const ajv = new Ajv2020({ strict: false, formats: { ...FORMATS, uri: true, binary: true } });
    const accepted: string[] = [];
    for (const call of calls) {
      const schema = call.body;
      // Listings accept names for values too; fields.test.ts compares their validation with their schema.
      if (schema === undefined || Object.hasOwn(schema.properties ?? {}, 'imageUrls')) continue;
      const fields = Object.entries(schema.properties ?? {}).map(([name, form]) => {
        const validate = ajv.compile(form as object);
        return [name, INVALID_VALUES.filter((value) => validate(value) !== true)] as const;
      });
      for (const [i] of INVALID_VALUES.entries()) {
        const broken = fields.flatMap(([name, values]) =>
          i < values.length ? [[name, values[i]] as const] : [],
        );
        if (broken.length === 0) break;
        const response = await send(call, {}, { body: Object.fromEntries(broken) });
        if (response.status === 413) continue;
        const fieldNames = new Set(
          (response.status === 422 ? fieldsOf(response) : []).map((field) => field.split('.')[0]),
        );
        for (const [name, value] of broken) {
          if (fieldNames.has(name)) continue;
          // A module validates only bodies that match the schema: send the field alone to see its error.
          const { status } = await send(call, {}, { body: { [name]: value } });
          if (status < 400 || status >= 500)
            accepted.push(`${call.name}: ${status} with ${name} ${JSON.stringify(value).slice(0, 40)}`);
        }
      }
    }
    expect(accepted).toEqual([]);
  });
});
