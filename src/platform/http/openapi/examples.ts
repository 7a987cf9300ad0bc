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

/** Adds examples to the operations, in place; returns the answers, which are shared by those that answer alike. */
export function addExamples(rows: readonly AnyRouteRow[], operations: readonly Json[]): Json {
  const kept = JSON.parse(readFileSync(FILE, 'utf8')) as Readonly<Record<string, Example>>;
  const shared: Json = {};
  for (const [i, row] of rows.entries()) {
    const example = kept[row.operationId];
    const { requestBody } = operations[i] as { requestBody?: { content: Content } };
    const json = requestBody?.content['application/json'];
    if (json !== undefined && example?.body !== undefined) json['example'] = example.body;
    const name = nameOf(answerOf(operations[i]));
    if (name !== undefined && example?.answer !== undefined) shared[name] ??= { value: example.answer };
  }
  for (const operation of operations) {
    const answer = answerOf(operation);
    const name = nameOf(answer);
    if (answer !== undefined && name !== undefined && shared[name] !== undefined)
      answer['examples'] = { demo: ref('examples', name) };
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
