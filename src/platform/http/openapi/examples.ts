import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGE_ROOT } from '../../package-root.ts';
import type { AnyRouteRow } from '../route.ts';
import { type Json, ref } from './json.ts';

/** What was sent and answered in a tour through the demo market, by operation; a test makes the file. */
const FILE = path.join(PACKAGE_ROOT, 'resources', 'openapi-examples.json');

interface Example {
  readonly body?: unknown;
  readonly answer?: unknown;
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
    const json = requestBody?.content['application/json'];
    if (json !== undefined && example?.body !== undefined) json['example'] = example.body;
    const answers = answersOf(operations[i]);
    for (const name of answers.map(nameOf)) uses.set(name, (uses.get(name) ?? 0) + 1);
    const [first] = answers.map(nameOf);
    if (first !== undefined && example?.answer !== undefined && !byName.has(first))
      byName.set(first, example.answer);
  }
  const shared: Json = {};
  for (const answer of operations.flatMap(answersOf)) {
    const name = nameOf(answer);
    if (!byName.has(name)) continue;
    if (uses.get(name) === 1) {
      answer['example'] = byName.get(name);
      continue;
    }
    const what = name.replace(/Answer$/, '');
    shared[what] = { value: byName.get(name) };
    answer['examples'] = { demo: ref('examples', what) };
  }
  return shared;
}

/** What success answers as JSON; first what the example is of: 201, where a repetition is answered 200. */
function answersOf(operation: Json | undefined): Content[string][] {
  const responses = (operation?.['responses'] ?? {}) as Record<string, { content?: Content }>;
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return successes
    .toSorted(([a], [b]) => Number(b === '201') - Number(a === '201'))
    .map(([, { content }]) => content?.['application/json'])
    .filter((answer) => answer !== undefined)
    .filter((answer) => answer.schema?.$ref !== undefined);
}

function nameOf(answer: Content[string]): string {
  return answer.schema?.$ref?.split('/').at(-1) ?? '';
}
