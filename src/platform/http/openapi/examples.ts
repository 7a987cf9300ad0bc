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
    const name = nameOf(answerOf(operations[i]));
    if (name === undefined) continue;
    uses.set(name, (uses.get(name) ?? 0) + 1);
    if (example?.answer !== undefined && !byName.has(name)) byName.set(name, example.answer);
  }
  const shared: Json = {};
  for (const operation of operations) {
    const answer = answerOf(operation);
    const name = nameOf(answer);
    if (answer === undefined || name === undefined || !byName.has(name)) continue;
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

function answerOf(operation: Json | undefined): Content[string] | undefined {
  const responses = (operation?.['responses'] ?? {}) as Record<string, { content?: Content }>;
  // What creates may answer 200 to a repetition; the example is of the first answer.
  const success =
    responses['201'] ?? Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  return success?.content?.['application/json'];
}

function nameOf(answer: Content[string] | undefined): string | undefined {
  return answer?.schema?.$ref?.split('/').at(-1);
}
