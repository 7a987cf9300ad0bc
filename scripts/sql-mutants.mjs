// npm run mutants -- SOURCE TESTS…: changes one condition of the SQL in a source file at a time, in a copy of the files, and reports the
// changes that none of the tests notices. Stryker makes the mutants of everything else (CONTRIBUTING.md): to it a statement is one text.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { parseSync } from 'oxc-parser';
import { createVitest } from 'vitest/node';
import { build } from './build.mjs';

const ROOT = path.dirname(import.meta.dirname);
const WEEK_S = 7 * 24 * 3600;
const STATEMENT = /\b(select|update|delete|from|where|order by)\b/;
const CHANGES = [
  [/ <= /g, ' < '],
  [/ < /g, ' <= '],
  [/ >= /g, ' > '],
  [/ > /g, ' >= '],
  [/ = (?=any\()/g, ' <> '],
  [/ is null\b/g, ' is not null'],
  [/ is not null\b/g, ' is null'],
  [/ desc\b/g, ' asc'],
  [/ and /g, ' or '],
  [/\bnot exists\b/g, 'exists'],
];
/** Methods of query builders without which a statement is still one. */
const CLAUSES = new Set(['where', 'whereRef', 'orderBy', 'limit', 'offset', 'forUpdate', 'forNoKeyUpdate']);

/** Mutants of a file: the range from `start` to `end` and its replacement. */
function mutantsOf(file, source) {
  const found = [];
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (node.type === 'TemplateElement') {
      const text = source.slice(node.start, node.end);
      if (STATEMENT.test(text))
        for (const [pattern, other] of CHANGES)
          for (const { 0: match, index } of text.matchAll(pattern))
            found.push({ start: node.start + index, end: node.start + index + match.length, text: other });
    } else if (node.type === 'CallExpression' && CLAUSES.has(node.callee.property?.name))
      found.push({ start: node.callee.object.end, end: node.end, text: '' });
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(file, source).program);
  return found.toSorted((mutant, other) => mutant.start - other.start);
}

function copyOfFiles() {
  const copy = mkdtempSync(path.join(tmpdir(), 'mutants-'));
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).split('\0').filter(Boolean);
  for (const file of files) cpSync(path.join(ROOT, file), path.join(copy, file));
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'), 'dir');
  cpSync(path.join(ROOT, 'dist'), path.join(copy, 'dist'), { recursive: true });
  // Keeps the build that child processes run, whatever changes in the copy.
  const later = Date.now() / 1000 + WEEK_S;
  utimesSync(path.join(copy, 'dist', '.built'), later, later);
  return copy;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: 'string', default: '20' } },
});
const [file, ...tests] = positionals;
if (file === undefined || tests.length === 0) {
  console.error(
    'usage: npm run mutants -- src/modules/favorites/repository.ts test/http/favorites [--sample 20]',
  );
  process.exit(2);
}
const source = readFileSync(path.join(ROOT, file), 'utf8');
const all = mutantsOf(file, source);
const every = Math.max(1, all.length / Number(values.sample));
const sample = all.filter((_, i) => Math.floor(i / every) !== Math.floor((i - 1) / every));
await build();
const copy = copyOfFiles();
const vitest = await createVitest('test', {
  root: copy,
  watch: false,
  project: ['market'],
  bail: 1,
  retry: 0,
  maxWorkers: 1,
  reporters: [{}],
});
try {
  const specifications = await vitest.globTestSpecifications(tests);
  const doTestsPass = async (text) => {
    writeFileSync(path.join(copy, file), text);
    vitest.invalidateFile(path.join(copy, file));
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    return (
      testModules.length > 0 && unhandledErrors.length === 0 && testModules.every((module) => module.ok())
    );
  };
  if (!(await doTestsPass(source))) throw new Error('the tests fail without any change');
  let survivors = 0;
  for (const { start, end, text } of sample) {
    const hasSurvived = await doTestsPass(source.slice(0, start) + text + source.slice(end));
    if (hasSurvived) survivors += 1;
    const line = source.slice(0, start).split('\n').length;
    const around = source.slice(source.lastIndexOf('\n', start) + 1, source.indexOf('\n', end)).trim();
    console.log(
      `${hasSurvived ? 'SURVIVED' : 'noticed '}  ${file}:${line}  "${source.slice(start, end).trim()}" -> "${text.trim()}"  in  ${around}`,
    );
  }
  if (!(await doTestsPass(source)))
    throw new Error('the tests fail without any change by now, so nothing is shown');
  console.log(`${sample.length - survivors} of ${sample.length} noticed, of ${all.length} possible`);
} finally {
  await vitest.close();
  rmSync(copy, { recursive: true, force: true });
}
