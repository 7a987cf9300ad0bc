import { expect } from 'vitest';
import { type Answer, type CallOptions, fieldsOf, type TestApp } from '../support/test-app.ts';

/** What one of a few answers must be: `200`, or a status and the code of the envelope. */
export type Expected = number | readonly [status: number, code: string];

/** One hostile request and what must come of it. The id is that of the list in register.ts. */
export interface HostileRow {
  readonly id: string;
  readonly what: string;
  readonly method: string;
  readonly url: string;
  readonly options?: CallOptions;
  readonly expected: Expected;
  /** Fields that the refusal names, among others. */
  readonly fields?: readonly string[];
}

export async function expectRow(t: TestApp, row: HostileRow): Promise<Answer> {
  const answer = await t.call(row.method, row.url, row.options);
  const seen = typeof row.expected === 'number' ? answer.status : [answer.status, answer.body?.error?.code];
  expect([row.id, row.what, seen, answer.status >= 400 ? answer.text.slice(0, 300) : '']).toEqual([
    row.id,
    row.what,
    row.expected,
    expect.any(String),
  ]);
  for (const field of row.fields ?? [])
    expect(fieldsOf(answer).map((name) => name.split('.')[0])).toContain(field);
  expectNoInternals(answer);
  return answer;
}

/** Neither SQL nor stacks nor paths of ours in any answer. */
export function expectNoInternals(answer: Answer): void {
  if (answer.status < 400) return;
  expect(answer.text).not.toMatch(
    /node_modules|\bat \S+ \(|\.ts:\d|select .* from|syntax error at|pg_|ECONN/i,
  );
}
