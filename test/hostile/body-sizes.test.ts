/**
 * The time to check a body must not grow faster than its size, whatever its content. Every endpoint with a body gets
 * bodies of one size and of eight times that size, made from its schema to be as much work as possible.
 */
import type { TSchema } from 'typebox';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AnyRouteRow } from '../../src/platform/http/route.ts';
import { checkBody } from '../../src/platform/http/request/validate.ts';
import { createAdmin, createBuyer, createSeller } from '../support/factories.ts';
import { type SchemaNode, acceptsType } from '../support/schema-nodes.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const SMALL_BYTES = 120_000;
const LARGE_BYTES = 8 * SMALL_BYTES;
/** Linear work takes eight times as long; the rest is a margin for a busy machine. Quadratic work would take 64 times. */
const RATIO_MAX = 24;
/** Times below this measure the machine rather than the work. */
const FLOOR_MS = 10;
const TRIES = 10;

let t: TestApp;
let rows: readonly AnyRouteRow[];
const tokens: Record<string, string> = {};
beforeAll(async () => {
  t = await createTestApp();
  rows = t.app.routes.filter((row) => row.body !== undefined);
  tokens['admin'] = (await createAdmin(t)).token;
  tokens['seller'] = (await createSeller(t, { plan: 'enterprise' })).token;
  tokens['user'] = (await createBuyer(t)).token;
});
afterAll(() => t.close());

type Filler = (bytes: number) => unknown;

const list = (item: string | object, bytes: number): unknown[] => {
  const each = JSON.stringify(item).length + 1;
  return Array.from({ length: Math.floor(bytes / each) }, () => item);
};
const wide = (value: unknown, bytes: number): Record<string, unknown> => {
  const each = JSON.stringify(value).length + 10;
  return Object.fromEntries(
    Array.from({ length: Math.floor(bytes / each) }, (_, i) => [`x${String(i).padStart(5, '0')}`, value]),
  );
};

/** Values that each field gets, whatever its type. */
const FILLERS: Readonly<Record<string, Filler>> = {
  'texts that cannot be stored': (bytes) => list('\u0000', bytes),
  'many empty objects': (bytes) => list({}, bytes),
  'many short texts': (bytes) => list('x', bytes),
  'many lists': (bytes) => list([[]], bytes),
  'a wide object of objects': (bytes) => wide({}, bytes),
  'a wide object of texts': (bytes) => wide('\u0000', bytes),
  'a wide object of lists': (bytes) => wide([{}, {}, 'x'], bytes),
  'a long text': (bytes) => 'a'.repeat(bytes),
  'a text of spaces': (bytes) => `x${' '.repeat(bytes)}x`,
  'a long text of dots': (bytes) => `x${'.-'.repeat(bytes / 2)}@`,
  'a long number': (bytes) => '9'.repeat(bytes),
};

/** Returns the fields of the body. `kind` identifies the schema, so that fields with the same schema are tested once. */
function fieldsOf(row: AnyRouteRow): { name: string; kind: string; node: SchemaNode }[] {
  return Object.entries((row.body as SchemaNode).properties ?? {}).map(([name, node]) => {
    const { description: _, ...rest } = node as SchemaNode & { description?: string };
    return { name, kind: JSON.stringify(rest), node };
  });
}

/** Fields of plain types need no separate test: their type or their bound rejects the fillers. */
const isCompound = (node: SchemaNode): boolean =>
  acceptsType(node, 'array') || acceptsType(node, 'object') || node.anyOf?.some(isCompound) === true;

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Returns the best of several runs, because other processes and garbage collection can slow down a single run. */
function bestCpuMs(work: () => unknown, isEnough: (ms: number) => boolean): number {
  let best = cpuMs(work);
  for (let i = 1; i < TRIES && !isEnough(best); i++) best = Math.min(best, cpuMs(work));
  return best;
}

describe('the check of a body', () => {
  it('takes a time that grows no faster than the body, in every field', { timeout: 300_000 }, () => {
    const seen = new Set<string>();
    const slow: string[] = [];
    const shapes = Object.entries(FILLERS).map(([what, filler]) => ({
      what,
      small: filler(SMALL_BYTES),
      large: filler(LARGE_BYTES),
    }));
    for (const row of rows) {
      for (const { name, kind, node } of fieldsOf(row)) {
        const plain = isCompound(node) ? kind : String(node.type ?? kind) + (node.format ?? '');
        if (seen.has(plain)) continue;
        seen.add(plain);
        for (const { what, small, large } of shapes) {
          const time = (value: unknown, ms: number): number =>
            bestCpuMs(
              () => checkBody(row.body as TSchema, { [name]: value }),
              (best) => best <= ms,
            );
          const smallMs = Math.max(FLOOR_MS, time(small, FLOOR_MS));
          const largeMs = time(large, RATIO_MAX * smallMs);
          if (largeMs > RATIO_MAX * smallMs)
            slow.push(`${row.method} ${row.path}, ${what} in ${name}: ${smallMs} ms, ${largeMs} ms`);
        }
      }
    }
    expect(slow).toEqual([]);
    expect(seen.size).toBeGreaterThan(40);
  });
});

describe('a megabyte', () => {
  it('is rejected at every endpoint that takes a body, at once', { timeout: 300_000 }, async () => {
    const slow: string[] = [];
    for (const row of rows) {
      const names = Object.keys((row.body as SchemaNode).properties ?? {});
      const share = Math.floor(LARGE_BYTES / Math.max(1, names.length));
      // Each field gets another kind of work; together they make up the largest body that the server accepts.
      const fillers = Object.values(FILLERS);
      const body = Object.fromEntries(names.map((name, i) => [name, fillers[i % fillers.length]!(share)]));
      const as = tokens[row.access.kind] ?? tokens['user']!;
      const url = `/v1${row.path.replaceAll(/:\w+/g, 'x')}`;
      const before = process.cpuUsage();
      const response = await t.call(row.method, url, { as, body });
      const { user, system } = process.cpuUsage(before);
      expect(
        [400, 403, 404, 409, 413, 422],
        `${row.method} ${url}: ${response.text.slice(0, 300)}`,
      ).toContain(response.status);
      expect(response.text.length).toBeLessThan(50_000);
      if ((user + system) / 1000 > 5000) slow.push(`${row.method} ${row.path}`);
    }
    expect(slow).toEqual([]);
  });
});
