import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';

const DECISIONS = 'docs/decisions';
/** A record that needs more is two decisions, or explains how something works. */
const LINES_MAX = 60;
const LINE_LENGTH_MAX = 160;

const markdownIn = (folder: string): string[] =>
  readdirSync(path.join(PACKAGE_ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name));

/** Targets within the repository, without their fragments. */
const LINK = /\]\((?![a-z]+:|#)([^)#\s]+)/g;
/** Paths from the root, written as code. */
const PATH = /`((?:src|test|web|scripts|deploy|clients|resources)\/[\w./-]+)`/g;

const documents = [
  ...markdownIn('.'),
  ...markdownIn('docs'),
  ...markdownIn(DECISIONS),
  'web/app/README.md',
].map((file) => ({ file, text: readFileSync(path.join(PACKAGE_ROOT, file), 'utf8') }));

const namesIn = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, name = '']) => name);

describe('documents', () => {
  it.each(documents)('$file: links lead to files that exist', ({ file, text }) => {
    const missing = namesIn(text, LINK).filter(
      (target) => !existsSync(path.join(PACKAGE_ROOT, path.dirname(file), target)),
    );
    expect(missing).toEqual([]);
  });

  it.each(documents.filter(({ file }) => file === 'CONTRIBUTING.md' || file.startsWith(DECISIONS)))(
    '$file: names paths that exist',
    ({ text }) => {
      expect(namesIn(text, PATH).filter((name) => !existsSync(path.join(PACKAGE_ROOT, name)))).toEqual([]);
    },
  );

  const records = documents.filter(({ file }) => /\/\d{4}-/.test(file));

  it('decision records have numbers of their own', () => {
    const numbers = records.map(({ file }) => path.basename(file).slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it.each(records)('$file: is a page with the same four headings as the others', ({ file, text }) => {
    expect(text).toMatch(new RegExp(`^# ${path.basename(file).slice(0, 4)} \\S`));
    expect(namesIn(text, /^## (.+)$/gm)).toEqual(['Problem', 'Decision', 'Alternatives', 'Cost']);
    const lines = text.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(LINES_MAX);
    expect(lines.filter((line) => line.length > LINE_LENGTH_MAX)).toEqual([]);
  });
});
