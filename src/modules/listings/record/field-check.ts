import { isDate, YEAR_MONTH } from '../../../platform/http/request/formats.ts';
import type { MemberSpec, Members, ValueSpec } from './fields/spec.ts';
import { isStorable } from './text-checks.ts';
import { nearestWord } from './words.ts';

/** error: refused. warning: kept, named to the owner, and a lower quality score. */
export interface FieldProblem {
  readonly field: string;
  readonly message: string;
  readonly severity: 'error' | 'warning';
}

export function errorAt(field: string, message: string): FieldProblem {
  return { field, message, severity: 'error' };
}

export function warningAt(field: string, message: string): FieldProblem {
  return { field, message, severity: 'warning' };
}

const WORD_LENGTH_MIN = 3;

/** Most values have none, and imports check some hundred thousand. */
const NONE: readonly FieldProblem[] = [];

/** What is wrong with one value by itself. Problems of compounds name the member: `leasing.monthly`, `tyres.0.size`. */
export function checkValue(spec: ValueSpec, value: unknown, path: string): readonly FieldProblem[] {
  switch (spec.kind) {
    case 'object':
      return checkMembers(spec.members, value, path);
    case 'objectList':
      if (!Array.isArray(value)) return [errorAt(path, 'must be a list')];
      if (value.length > spec.maxItems) return [errorAt(path, `must have at most ${spec.maxItems} entries`)];
      return value.flatMap((item: unknown, index) => checkMembers(spec.members, item, `${path}.${index}`));
    case 'objectMap':
      return checkMap(spec, value, path);
    case 'textList':
      return checkList(spec, value, path);
    case 'text':
    case 'integer':
    case 'decimal':
    case 'boolean':
    case 'enum':
    case 'yearMonth':
    case 'date': {
      const message = scalarProblem(spec, value, path);
      return message === undefined ? NONE : [errorAt(path, message)];
    }
  }
}

type ScalarSpec = Exclude<ValueSpec, { kind: 'object' | 'objectList' | 'objectMap' | 'textList' }>;

function scalarProblem(spec: ScalarSpec, value: unknown, path: string): string | undefined {
  switch (spec.kind) {
    case 'text':
      return textProblem(spec, value);
    case 'integer':
      return Number.isInteger(value) && inRange(spec, value)
        ? undefined
        : `must be a whole number from ${spec.min} to ${spec.max}${unitOf(spec)}`;
    case 'decimal':
      if (!inRange(spec, value)) return `must be a number from ${spec.min} to ${spec.max}${unitOf(spec)}`;
      return spec.scale === undefined || hasScale(value, spec.scale)
        ? undefined
        : `must have at most ${spec.scale} decimals`;
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false';
    case 'enum':
      return spec.values.some((allowed) => allowed === value)
        ? undefined
        : `must be one of ${spec.values.join(', ')}${meant(spec.values, value, path)}`;
    case 'yearMonth':
      return typeof value === 'string' && YEAR_MONTH.test(value)
        ? undefined
        : 'must be a month written YYYY-MM';
    case 'date':
      return typeof value === 'string' && isDate(value) ? undefined : 'must be a date written YYYY-MM-DD';
  }
}

/** "Did you mean" for words; the names of classes are too short to be misspelt. */
function meant(values: readonly (string | number)[], value: unknown, path: string): string {
  const isWord = typeof value === 'string' && value.length >= WORD_LENGTH_MIN;
  const near = isWord ? nearestWord(path, value, values) : undefined;
  return near === undefined ? '' : `; did you mean "${near}"?`;
}

function textProblem(spec: ValueSpec & { kind: 'text' }, value: unknown): string | undefined {
  if (typeof value !== 'string') return 'must be text';
  if (!isStorable(value)) return 'must not contain control characters or broken Unicode';
  const length = lengthOf(value);
  const { minLength = 0, maxLength } = spec;
  if (length < minLength || length > maxLength) {
    return minLength === maxLength
      ? `must have ${maxLength} characters`
      : `must have ${minLength > 0 ? `${minLength} to ${maxLength}` : `at most ${maxLength}`} characters`;
  }
  if (spec.pattern !== undefined && !compiled(spec.pattern).test(value)) {
    return `must be ${spec.patternHint ?? `text that matches ${spec.pattern}`}`;
  }
  return undefined;
}

/** In characters, of which some take two units. */
function lengthOf(text: string): number {
  return /[\ud800-\udfff]/.test(text) ? Array.from(text).length : text.length;
}

const expressions = new Map<string, RegExp>();

/** Imports check the same few patterns some hundred thousand times. */
function compiled(pattern: string): RegExp {
  let expression = expressions.get(pattern);
  if (expression === undefined) {
    expression = new RegExp(pattern, 'u');
    expressions.set(pattern, expression);
  }
  return expression;
}

function checkList(spec: ValueSpec & { kind: 'textList' }, value: unknown, path: string): FieldProblem[] {
  if (!Array.isArray(value)) return [errorAt(path, 'must be a list')];
  if (value.length > spec.maxItems) return [errorAt(path, `must have at most ${spec.maxItems} entries`)];
  const itemSpec: ScalarSpec =
    spec.values === undefined
      ? { ...spec, kind: 'text', minLength: 1 }
      : { kind: 'enum', values: spec.values };
  const problems: FieldProblem[] = [];
  for (const [index, item] of value.entries()) {
    const message = scalarProblem(itemSpec, item, path);
    if (message !== undefined) problems.push(errorAt(`${path}.${index}`, message));
  }
  return problems;
}

function checkMap(spec: ValueSpec & { kind: 'objectMap' }, value: unknown, path: string): FieldProblem[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [errorAt(path, 'must be an object')];
  const entries = Object.entries(value);
  if (entries.length > spec.maxItems) return [errorAt(path, `must have at most ${spec.maxItems} entries`)];
  const keyPattern = compiled(spec.keyPattern);
  return entries.flatMap(([key, item]) =>
    keyPattern.test(key)
      ? checkMembers(spec.members, item, `${path}.${key}`)
      : [errorAt(path, `has the key ${JSON.stringify(key.slice(0, 20))}, which is not an ISO 639-1 code`)],
  );
}

function checkMembers(members: Members, value: unknown, path: string): FieldProblem[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [errorAt(path, 'must be an object')];
  const byName = new Map<string, unknown>(Object.entries(value));
  return Object.entries<MemberSpec>(members).flatMap(([name, member]) => {
    const memberValue = byName.get(name);
    if (memberValue !== undefined && memberValue !== null)
      return checkValue(member, memberValue, `${path}.${name}`);
    return member.required === true ? [errorAt(`${path}.${name}`, 'is required')] : [];
  });
}

function inRange(spec: { min: number; max: number }, value: unknown): value is number {
  return typeof value === 'number' && value >= spec.min && value <= spec.max;
}

function hasScale(value: number, scale: number): boolean {
  const factor = 10 ** scale;
  return Math.round(value * factor) / factor === value;
}

function unitOf(spec: { unit?: string }): string {
  return spec.unit === undefined ? '' : ` ${spec.unit}`;
}
