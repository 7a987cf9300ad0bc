import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';

const DECISIONS = 'docs/decisions';
/** A record that needs more lines holds two decisions, or explains how something works. */
const LINES_MAX = 60;
const LINE_LENGTH_MAX = 160;

const markdownIn = (folder: string): string[] =>
  readdirSync(path.join(PACKAGE_ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name));

/** Link targets within the repository, without their fragments. */
const LINK = /\]\((?![a-z]+:|#)([^)#\s]+)/g;
/** Paths from the repository root, written as code. */
const PATH = /`((?:src|packages|test|browser|scripts|deploy|clients|resources)\/[\w./-]+)`/g;

const read = (file: string) => ({ file, text: readFileSync(path.join(PACKAGE_ROOT, file), 'utf8') });

const documents = [
  ...markdownIn('.'),
  ...markdownIn('docs'),
  ...markdownIn('docs/webhooks'),
  ...markdownIn(DECISIONS),
  ...readdirSync(path.join(PACKAGE_ROOT, 'packages')).flatMap((name) => markdownIn(`packages/${name}`)),
  'clients/typescript/README.md',
  'browser/app/README.md',
].map(read);

/** Files whose comments can refer to a decision record. */
const sourceFiles = [
  'bench',
  'deploy',
  'migrations',
  'packages',
  'scripts',
  'src',
  'test',
  'browser',
].flatMap((folder) =>
  readdirSync(path.join(PACKAGE_ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|tsx|mjs|sql|sh|css|conf|cfg|yaml)$/.test(name))
    .map((name) => path.join(folder, name)),
);
/** A record number after `docs/decisions/` or `decision`, optionally with the rest of the file name, or a link in a document. */
const RECORD = /\b(?:docs\/decisions\/|decisions? (?:record )?\[?)(\d{4}(?:-[\w-]+)?)|\[(\d{4})\]\(/g;

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

  it('decision records have distinct numbers', () => {
    const numbers = records.map(({ file }) => path.basename(file).slice(0, 4));
    expect(new Set(numbers).size).toBe(numbers.length);
  });

  it('the list of decision records names each once', () => {
    const listed = namesIn(read(`${DECISIONS}/README.md`).text, /^- \[\d{4}\]\(([^)]+)\): \S/gm);
    expect(listed.toSorted()).toEqual(records.map(({ file }) => path.basename(file)).toSorted());
  });

  it('code and documents refer to decision records that exist', () => {
    const names = records.map(({ file }) => path.basename(file, '.md'));
    const dangling = [...sourceFiles.map(read), ...documents].flatMap(({ file, text }) =>
      Array.from(text.matchAll(RECORD), ([, name, number]) => name ?? number ?? '')
        .filter((reference) => !names.some((name) => name === reference || name.startsWith(`${reference}-`)))
        .map((reference) => `${file}: ${reference}`),
    );
    expect(dangling).toEqual([]);
  });

  it('links to a decision record show its number', () => {
    const LINK_TO_RECORD = /\[(\d{4})\]\([^)]*?(\d{4})-[^)]+\)/g;
    const wrong = documents.flatMap(({ file, text }) =>
      Array.from(text.matchAll(LINK_TO_RECORD))
        .filter(([, linkText, number]) => linkText !== number)
        .map(([link]) => `${file}: ${link}`),
    );
    expect(wrong).toEqual([]);
  });

  it.each(records)('$file: is a page with the same four headings as the others', ({ file, text }) => {
    expect(text).toMatch(new RegExp(`^# ${path.basename(file).slice(0, 4)} \\S`));
    expect(namesIn(text, /^## (.+)$/gm)).toEqual(['Problem', 'Decision', 'Alternatives', 'Cost']);
    const lines = text.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(LINES_MAX);
    expect(lines.filter((line) => line.length > LINE_LENGTH_MAX)).toEqual([]);
  });
});
