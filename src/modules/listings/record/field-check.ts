import { type TSchema, Type } from 'typebox';
import { checkSchema } from '../../../platform/http/request/schema-check.ts';
import { type FieldRow, fields } from './fields.ts';
import { valueSchema } from './fields/value-schema.ts';
import { bodyPath } from './listing-body.ts';
import type { Message } from '../../../platform/errors/sentence.ts';

/** error: rejected. warning: accepted, shown to the owner, and lowers the quality score. */
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

// One schema per field: compiling all at once would block other requests.
const schemas = new Map(
  fields.map((field) => [field.name, Type.Object({ [bodyPath(field)]: valueSchema(field, 'record') })]),
);

/** Allows compiling them before the first listing is written. */
export const recordSchemas = (): Iterable<TSchema> => schemas.values();

/** Returns the problems of a single value. Problems of compounds name the member: `leasing.monthly`, `tyres.0.size`. */
export function checkValue(field: FieldRow, value: unknown): FieldProblem[] {
  const schema = schemas.get(field.name);
  if (schema === undefined) throw new Error(`There is no schema of ${field.name}`);
  return checkSchema(schema, { [bodyPath(field)]: value }).map((problem) =>
    errorAt(problem.field, problem.message),
  );
}
