import { expect } from 'vitest';
import { type TestResponse, type CallOptions, fieldsOf, type TestApp } from '../support/test-app.ts';

/** An accepted response: a status, or a status and the error code of the envelope. */
export type Expected = number | readonly [status: number, code: string];

/** A hostile request and its expected response. The ID is that of the list in register.test.ts. */
export interface HostileRow {
  readonly id: string;
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly options?: CallOptions;
  readonly expected: Expected;
  /** Fields that the error must name; it can name others too. */
  readonly fields?: readonly string[];
}

export async function expectRow(t: TestApp, row: HostileRow): Promise<TestResponse> {
  const response = await t.call(row.method, row.url, row.options);
  const actual =
    typeof row.expected === 'number' ? response.status : [response.status, response.body?.error?.code];
  expect([row.id, row.name, actual, response.status >= 400 ? response.text.slice(0, 300) : '']).toEqual([
    row.id,
    row.name,
    row.expected,
    expect.any(String),
  ]);
  for (const field of row.fields ?? [])
    expect(fieldsOf(response).map((name) => name.split('.')[0])).toContain(field);
  expectNoInternals(response);
  return response;
}

/** Expects a response without SQL, stack traces or paths of the server. */
export function expectNoInternals(response: TestResponse): void {
  if (response.status < 400) return;
  expect(response.text).not.toMatch(
    /node_modules|\bat \S+ \(|\.ts:\d|select .* from|syntax error at|pg_|ECONN/i,
  );
}
