/** Converts values of settings to and from text, by their schemas. */
import type { DeskWords } from '../../words.ts';

export interface ValueSchema {
  readonly type?: string;
  readonly enum?: readonly (string | number)[];
  readonly const?: unknown;
  readonly anyOf?: readonly ValueSchema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly items?: ValueSchema;
  readonly format?: string;
}

/** The values that an enumerated setting can have; null for other settings. */
export function choicesOf({ enum: values, anyOf }: ValueSchema): readonly string[] | null {
  if (values !== undefined) return values.map(String);
  const all = anyOf?.map(({ const: value }) => value);
  return all !== undefined && all.every((value) => typeof value === 'string') ? all : null;
}

export const isLines = ({ type, items }: ValueSchema): boolean =>
  type === 'array' && items?.type === 'string';

const SHORT_MAX = 100;

export function shortOf(value: unknown, words: DeskWords): string {
  if (value === null) return words.text('desk.settings.theDefault');
  if (typeof value === 'boolean') return words.text(value ? 'desk.settings.on' : 'desk.settings.off');
  if (typeof value === 'number') return words.number(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text === '' || text === '[]' || text === '{}') return words.text('desk.settings.empty');
  return text.length > SHORT_MAX ? `${text.slice(0, SHORT_MAX)}…` : text;
}

/** Parses the text of a field as the value that the API takes. @throws SyntaxError for text that is not JSON */
export function valueOf(schema: ValueSchema, typed: string): unknown {
  if (schema.type === 'boolean') return typed === 'true';
  if (schema.type === 'integer' || schema.type === 'number')
    return typed.trim() === '' ? typed : Number(typed);
  if (schema.type === 'string' || choicesOf(schema) !== null) return typed;
  if (isLines(schema))
    return typed
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  return JSON.parse(typed) as unknown;
}

export function textOfValue(schema: ValueSchema, value: unknown): string {
  if (isLines(schema)) return (value as readonly string[]).join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
