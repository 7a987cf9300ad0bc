import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { serverColumnTypes } from './fields/server-columns.ts';
import { fields, type FieldRow } from './fields.ts';
import { columnTypeOf } from './record-columns.ts';

const directory = new URL('../../../../migrations/', import.meta.url);
const migrations = readdirSync(directory).map((name) => readFileSync(new URL(name, directory), 'utf8'));
const sql = migrations.find((text) => text.includes('create table listings (')) ?? '';

/** Columns of later migrations, with their definitions. */
const added = migrations.flatMap((text) =>
  [...text.matchAll(/alter table listings add column (\w+) ([^;]*);/g)].map(
    ([, name = '', definition = '']) => [name, definition] as const,
  ),
);

/** Column name → definition, white space made even. */
function columnsOf(table: string): Map<string, string> {
  const body = new RegExp(`create table ${table} \\(\\n([\\s\\S]*?)\\n\\)`).exec(sql)?.[1] ?? '';
  const bare = body.replace(/--.*$/gm, '').replace(/\s+/g, ' ');
  const columns = new Map<string, string>();
  let depth = 0;
  let part = '';
  for (const character of `${bare},`) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character !== ',' || depth > 0) {
      part += character;
      continue;
    }
    const [name = '', ...definition] = part.trim().split(' ');
    if (name !== '' && name !== 'constraint') columns.set(name, definition.join(' '));
    part = '';
  }
  return columns;
}

function expectedType(field: FieldRow): string {
  switch (field.kind) {
    case 'integer':
      return 'integer';
    case 'decimal':
      if (field.scale === undefined) return 'double precision';
      return `numeric(${field.max >= 1000 ? 14 : 5},${field.scale})`;
    case 'boolean':
      return 'boolean';
    case 'text':
    case 'enum':
    case 'yearMonth':
    case 'date':
      return 'text';
    case 'textList':
      return "text[] not null default '{}'";
    case 'object':
    case 'objectList':
    case 'objectMap':
      return 'jsonb';
  }
}

function expectedCheck(field: FieldRow): string | undefined {
  if (field.kind === 'integer' || field.kind === 'decimal') {
    return `check (${field.column} between ${field.min} and ${field.max})`;
  }
  if (field.kind === 'enum') {
    return `check (${field.column} in (${field.values.map((value) => `'${value}'`).join(', ')}))`;
  }
  return undefined;
}

describe('the table listings', () => {
  const columns = new Map([...columnsOf('listings'), ...added]);

  it('has exactly the columns of the catalogue and of the server', () => {
    const known = [...fields.map((field) => field.column), ...Object.keys(serverColumnTypes)];
    expect([...columns.keys()].toSorted()).toEqual(known.toSorted());
    expect(new Set(known).size).toBe(known.length);
  });

  it.each(Object.entries(serverColumnTypes))('stores %s as %s', (column, type) => {
    expect((columns.get(column) ?? '').startsWith(type)).toBe(true);
  });

  it.each(fields.map((field) => [field.column, field] as const))(
    'stores %s as the catalogue says',
    (column, field) => {
      const definition = (columns.get(column) ?? '').replaceAll('( ', '(').replaceAll(' )', ')');
      expect(definition.startsWith(expectedType(field))).toBe(true);
      expect(definition.startsWith(columnTypeOf(field))).toBe(true);
      const check = expectedCheck(field);
      if (check) expect(definition).toContain(check);
    },
  );
});
