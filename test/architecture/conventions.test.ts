/** The table "validation beyond the schema" consists of messages that the program contains. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { sources } from './sources.ts';

const text = readFileSync(path.join(PACKAGE_ROOT, 'docs', 'conventions.md'), 'utf8');
const [, section = ''] = text.split('## Validation beyond the schema\n');
const rows = section
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line) => {
    const [, field = '', , message = ''] = line.split('|').map((cell) => cell.trim());
    return { field, message };
  });
const code = sources.map((source) => source.code).join('\n');

describe('what no schema says', () => {
  it('is listed by field', () => {
    expect(rows.length).toBeGreaterThan(40);
    const names = rows.flatMap(({ field }) =>
      [...field.matchAll(/`([A-Za-z]+)[^`]*`/g)].map((match) => match[1]),
    );
    expect(names.filter((name) => name !== 'min' && !code.includes(name ?? ''))).toEqual([]);
  });

  it('has the words of the refusals', () => {
    const unknown = rows.filter(({ message }) =>
      message.split('…').some((part) => !code.includes(part.trim())),
    );
    expect(unknown).toEqual([]);
  });
});
