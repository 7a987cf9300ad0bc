import { type TSchema, Type } from 'typebox';
import { checkSchema } from '../../../platform/http/request/schema-check.ts';
import { type FieldRow, fields } from './fields.ts';
import { valueSchema } from './fields/value-schema.ts';
import { bodyPath } from './listing-body.ts';
import type { Message } from '../../../platform/errors/sentence.ts';

/** error: refused. warning: kept, named to the owner, and a lower quality score. */
export interface FieldProblem {
  readonly field: string;
  readonly message: Message;
  readonly severity: 'error' | 'warning';
}

export function errorAt(field: string, message: Message): FieldProblem {
  return { field, message, severity: 'error' };
}

export function warningAt(field: string, message: Message): FieldProblem {
  return { field, message, severity: 'warning' };
}

// One for each field: all at once would hold up other requests.
const schemas = new Map(
  fields.map((field) => [field.name, Type.Object({ [bodyPath(field)]: valueSchema(field, 'record') })]),
);

/** For compiling them before the first listing is written. */
export const recordSchemas = (): Iterable<TSchema> => schemas.values();

/** What is wrong with one value by itself. Problems of compounds name the member: `leasing.monthly`, `tyres.0.size`. */
export function checkValue(field: FieldRow, value: unknown): FieldProblem[] {
  const schema = schemas.get(field.name);
  if (schema === undefined) throw new Error(`There is no schema of ${field.name}`);
  return checkSchema(schema, { [bodyPath(field)]: value }).map((problem) =>
    errorAt(problem.field, problem.message),
  );
}
