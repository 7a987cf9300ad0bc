import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGE_ROOT } from '../../package-root.ts';
import type { AnyRouteRow } from '../route.ts';
import { type Json, ref } from './json.ts';

/** What was sent and answered in a tour through the demo market, by operation; a test makes the file. */
const FILE = path.join(PACKAGE_ROOT, 'resources', 'openapi-examples.json');

interface Example {
  readonly body?: unknown;
  readonly form?: unknown;
  /** By status; those that are no JSON by their types. */
  readonly answers?: Readonly<Record<string, unknown>>;
}

type Content = Record<string, Json & { schema?: { $ref?: string } }>;

/** Adds examples to the operations, in place; returns those answers that several operations give alike. */
export function addExamples(rows: readonly AnyRouteRow[], operations: readonly Json[]): Json {
  const kept = JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<Record<string, Example>>;
  const byName = new Map<string, unknown>();
  const uses = new Map<string, number>();
  for (const [i, row] of rows.entries()) {
    const example = kept[row.operationId];
    const { requestBody } = operations[i] as { requestBody?: { content: Content } };
    addTo(requestBody?.content['application/json'], example?.body);
    addTo(requestBody?.content['multipart/form-data'], example?.form);
    for (const [key, answer] of answersOf(operations[i])) {
      const value = example?.answers?.[key];
      const name = nameOf(answer);
      if (name === undefined) addTo(answer, value);
      else uses.set(name, (uses.get(name) ?? 0) + 1);
      if (name !== undefined && value !== undefined && !byName.has(name)) byName.set(name, value);
    }
  }
  const shared: Json = {};
  for (const [, answer] of operations.flatMap(answersOf)) {
    const name = nameOf(answer);
    if (name === undefined || !byName.has(name)) continue;
    if (uses.get(name) === 1) {
      addTo(answer, byName.get(name));
      continue;
    }
    const what = name.replace(/Answer$/, '');
    shared[what] = { value: byName.get(name) };
    answer['examples'] = { demo: ref('examples', what) };
  }
  return shared;
}

/** With a name: the reference shows no example without one, but values that it makes of the schema. */
function addTo(content: Content[string] | undefined, example: unknown): void {
  if (content !== undefined && example !== undefined) content['examples'] = { demo: { value: example } };
}

/** What success answers, by status; what is no JSON by its type. */
function answersOf(operation: Json | undefined): [string, Content[string]][] {
  const responses = (operation?.['responses'] ?? {}) as Record<string, { content?: Content }>;
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, { content = {} }]) =>
      Object.entries(content).map(([type, answer]): [string, Content[string]] => [
        type === 'application/json' ? status : type.replace(/;.*/, ''),
        answer,
      ]),
    );
}

/** Answers with a name may be given by several operations. */
function nameOf(answer: Content[string]): string | undefined {
  return answer.schema?.$ref?.split('/').at(-1);
}
