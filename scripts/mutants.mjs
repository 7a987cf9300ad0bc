// Mutation sampling: npm run mutants -- <folder> [--sample 20] [--seed 1] [--tests word,word] [--faults] [--minutes 20]
//
// Makes small changes to the source, one at a time, and asks whether the tests notice. Works in a copy of the files, so
// that nothing here changes. Asked are the tests that reach the changed file by their imports and, of those that start
// the whole application and so reach every file, the ones of the area: beside the source, or with the folder's name or
// one of --tests as a word of their path. A first run with probes tells which of them come to the changed statement: only
// those are asked, the quick ones first. A mutant that only another area's tests would notice counts as a survivor.
// --faults adds those below test/faults.
import { execFileSync, fork } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { parseSync } from 'oxc-parser';
import { createVitest } from 'vitest/node';
import { build } from './build.mjs';

const SELF = fileURLToPath(import.meta.url);
const ROOT = path.dirname(path.dirname(SELF));
const SECOND_MS = 1000;
/** They run in projects of their own, which are not asked. */
const APART = /^test\/(hostile\/timing\.|(browser|scale|generated|schemathesis|opensearch)\/)/;
/** Of one test, unless the environment says otherwise: load from elsewhere must not count as noticing. */
const TEST_TIMEOUT_MS = 180 * SECOND_MS;
/** Of the first run of all tests: on a busy machine they take many minutes. */
const UNCHANGED_MS = 30 * 60 * SECOND_MS;
/** A run that takes longer than this many times the unchanged one hangs, which is noticed, too. */
const PATIENCE = 4;
/** In the copy: hands each probe that a test file came to over to the process that starts the tests. */
const PROBES_SETUP = 'scripts/mutants.setup.mjs';
const PROBES_FOUND = 'mutants.jsonl';

const OPPOSITES = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
};
/** Methods of query builders without which a statement is still one. */
const CLAUSES = new Set(['where', 'whereRef', 'orderBy', 'limit', 'offset', 'forUpdate', 'forNoKeyUpdate']);
const SQL_CHANGES = [
  [/ <= /g, ' < '],
  [/ >= /g, ' > '],
  [/ is null\b/g, ' is not null'],
  [/ is not null\b/g, ' is null'],
  [/ desc\b/g, ' asc'],
  [/ and /g, ' or '],
  [/\bnot exists\b/g, 'exists'],
];
/** What tests cannot see, or should not. */
const UNTESTED_CALLS = /^(await |void )?(this\.#parts\.|this\.#)?log\./;

/**
 * Every mutation of a file: where, what stands there instead, and where a probe sees that it is reached: before its
 * statement, or around the body of an arrow function; null where the module is loaded.
 */
function mutationsOf(file, source) {
  const { program } = parseSync(file, source);
  const found = [];
  let probe = null;
  const add = (start, end, text) => {
    if (source.slice(start, end) !== text) found.push({ file, start, end, text, probe });
  };
  visit(program, null, false);
  return found;

  function visit(node, parent, isInFunction) {
    if (Array.isArray(node)) return node.forEach((child) => visit(child, parent, isInFunction));
    if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return;
    if (/^(TSType|TSInterface|TSEnum|Import|ExportAll|TSDeclare)/.test(node.type)) return;
    const outer = probe;
    if (
      isInFunction &&
      (parent.type === 'BlockStatement' || (parent.type === 'SwitchCase' && node !== parent.test))
    )
      probe = { before: node.start };
    else if (
      parent?.type === 'ArrowFunctionExpression' &&
      node === parent.body &&
      node.type !== 'BlockStatement'
    )
      probe = { before: node.start, after: node.end };
    mutate(node, parent);
    const isIn = isInFunction || /Function/.test(node.type);
    for (const [key, child] of Object.entries(node)) {
      if (key !== 'typeAnnotation' && key !== 'typeArguments' && key !== 'typeParameters')
        visit(child, node, isIn);
    }
    probe = outer;
  }

  function mutate(node, parent) {
    const { start, end, type } = node;
    if ((type === 'BinaryExpression' || type === 'LogicalExpression') && node.operator in OPPOSITES) {
      const between = source.slice(node.left.end, node.right.start);
      const at = node.left.end + between.indexOf(node.operator);
      const isText = [node.left, node.right].some(
        (side) => side.type === 'TemplateLiteral' || typeof side.value === 'string',
      );
      if (!(node.operator === '+' && isText)) add(at, at + node.operator.length, OPPOSITES[node.operator]);
    } else if (type === 'IfStatement' || type === 'ConditionalExpression') {
      add(node.test.start, node.test.end, `!(${source.slice(node.test.start, node.test.end)})`);
    } else if (type === 'Literal' && typeof node.value === 'boolean') {
      add(start, end, String(!node.value));
    } else if (type === 'Literal' && typeof node.value === 'number' && parent?.type !== 'Property') {
      add(start, end, String(node.value + 1));
    } else if (type === 'ExpressionStatement' && /^(Call|Await)Expression$/.test(node.expression.type)) {
      const text = source.slice(start, end);
      if (!UNTESTED_CALLS.test(text) && !text.startsWith('super(')) add(start, end, ';');
    } else if (type === 'CallExpression' && CLAUSES.has(node.callee.property?.name)) {
      const { object } = node.callee;
      if (object.type !== 'ThisExpression') add(object.end, end, '');
    } else if (type === 'TemplateElement' && parent?.type === 'TemplateLiteral') {
      const text = source.slice(start, end);
      if (/\b(select|update|delete|from|where|order by)\b/.test(text)) {
        for (const [pattern, other] of SQL_CHANGES) {
          for (const match of text.matchAll(pattern))
            add(start + match.index, start + match.index + match[0].length, other);
        }
      }
    }
  }
}

/** The source with a probe for each of its mutants, which are numbered by their place in the sample. */
function withProbes(source, mutants) {
  const places = mutants.flatMap(({ number, probe }) => {
    if (probe === null) return [];
    const call = `globalThis.mutantsReached?.add(${number})`;
    if (probe.after === undefined) return [{ at: probe.before, text: `${call};` }];
    return [
      { at: probe.before, text: `(${call}, ` },
      { at: probe.after, text: ')' },
    ];
  });
  return places
    .toSorted((one, other) => other.at - one.at)
    .reduce((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), source);
}

/** Runs before each test file, also where several share a process. */
const SETUP = `
import { appendFileSync } from 'node:fs';
import { afterAll, expect } from 'vitest';
const reached = new Set();
globalThis.mutantsReached = reached;
afterAll(() => appendFileSync('${PROBES_FOUND}', JSON.stringify([expect.getState().testPath, [...reached]]) + '\\n'));
`;

/** mulberry32: the same seed takes the same sample. */
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function sampleOf(items, size, random) {
  const rest = [...items];
  const taken = [];
  while (taken.length < size && rest.length > 0)
    taken.push(rest.splice(Math.floor(random() * rest.length), 1)[0]);
  return taken;
}

function trackedFiles() {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
  });
  return list
    .toString()
    .split('\0')
    .filter((name) => name !== '');
}

function copyOf(files) {
  const copy = mkdtempSync(path.join(tmpdir(), 'mutants-'));
  for (const file of files) cpSync(path.join(ROOT, file), path.join(copy, file), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'), 'dir');
  // What child processes run is built once, and stays as it is whatever changes in the copy.
  cpSync(path.join(ROOT, 'dist'), path.join(copy, 'dist'), { recursive: true });
  const later = new Date(Date.now() + 7 * 24 * 3600 * SECOND_MS);
  utimesSync(path.join(copy, 'dist', '.built'), later, later);
  writeFileSync(path.join(copy, PROBES_SETUP), SETUP);
  return copy;
}

/** For each file of TypeScript the ones that it imports. */
function importsOf(files) {
  const known = new Set(files);
  const read = (file) => readFileSync(path.join(ROOT, file), 'utf8');
  const resolved = (file, target) => path.posix.join(path.posix.dirname(file), target);
  return new Map(
    files
      .filter((file) => /^(src|test)\/.*\.ts$/.test(file))
      .map((file) => [
        file,
        [...read(file).matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)]
          .map((match) => resolved(file, match[1]))
          .filter((target) => known.has(target)),
      ]),
  );
}

function reachedBy(file, imports) {
  const reached = new Set([file]);
  for (const one of reached) for (const target of imports.get(one) ?? []) reached.add(target);
  return reached;
}

/** The tests, each with the files that it reaches; of those that start the application only the ones of the area. */
function testsOf(files, folder, { words, faults }) {
  const areas = [path.basename(folder), ...words];
  const imports = importsOf(files);
  const isOfArea = (file) =>
    file.startsWith(`${folder}/`) ||
    areas.some((area) => new RegExp(`^(src|test)/.*[/-]${area}[/.-]`).test(file));
  const tests = new Map();
  for (const file of files) {
    if (!file.endsWith('.test.ts') || APART.test(file)) continue;
    if (file.startsWith('test/faults/') && !faults) continue;
    const reached = reachedBy(file, imports);
    const startsAll = reached.has('src/app/app.ts');
    if (startsAll ? isOfArea(file) : [...reached].some((one) => one.startsWith(`${folder}/`)))
      tests.set(file, { reached });
  }
  return tests;
}

/** Vitest in a process group of its own: what hangs is killed with all that it has started. */
class Runner {
  constructor(copy) {
    this.copy = copy;
    this.child = null;
  }

  /**
   * Whether they 'passed', 'failed' or 'hung', how many tests of each file passed and how long they took, which one
   * failed first, and of which file.
   */
  run(tests, changed, limitMs) {
    this.child ??= fork(SELF, ['--runner', this.copy], {
      cwd: this.copy,
      detached: true,
      env: { TEST_TIMEOUT_MS: String(TEST_TIMEOUT_MS), ...process.env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const { child } = this;
    return new Promise((resolve) => {
      const end = (result) => {
        clearTimeout(timer);
        child.removeAllListeners();
        resolve({ passed: {}, durations: {}, ...result });
      };
      const timer = setTimeout(() => {
        this.stop();
        end({ outcome: 'hung' });
      }, limitMs);
      child.once('message', end);
      child.once('exit', () => {
        this.child = null;
        end({ outcome: 'failed' });
      });
      child.send({ tests, changed });
    });
  }

  stop() {
    if (this.child === null) return;
    try {
      process.kill(-this.child.pid, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
    this.child = null;
  }

  /** Lets the databases be dropped. */
  async close() {
    const { child } = this;
    if (child === null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const timer = setTimeout(() => this.stop(), 30 * SECOND_MS);
    child.disconnect();
    await ended;
    clearTimeout(timer);
    this.child = null;
  }
}

/** Takes the files as they are asked for. */
class InOrder {
  static asked = [];

  sort(specifications) {
    const placeOf = ({ moduleId }) => InOrder.asked.indexOf(moduleId);
    return specifications.toSorted((one, other) => placeOf(one) - placeOf(other));
  }

  shard(specifications) {
    return specifications;
  }
}

async function serve(copy) {
  const vitest = await createVitest('test', {
    root: copy,
    watch: false,
    project: ['market', 'faults'],
    bail: 1,
    retry: 0,
    // With a second one a run that failed would end while the other still loads files, which are different ones by then.
    maxWorkers: 1,
    reporters: [{}],
    sequence: { sequencer: InOrder },
  });
  for (const { config } of vitest.projects) config.setupFiles.push(path.join(copy, PROBES_SETUP));
  const ask = async ({ tests, changed }) => {
    try {
      InOrder.asked = tests.map((test) => path.join(copy, test));
      for (const file of changed) vitest.invalidateFile(path.join(copy, file));
      const specifications = await vitest.globTestSpecifications(tests);
      const begunAt = Date.now();
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
      const isFine = testModules.length > 0 && testModules.every((module) => module.ok());
      const ofEach = (look) =>
        Object.fromEntries(testModules.map((module) => [path.relative(copy, module.moduleId), look(module)]));
      const outcome = isFine && unhandledErrors.length === 0 ? 'passed' : 'failed';
      process.send({
        outcome,
        passed: ofEach((module) => [...module.children.allTests('passed')].length),
        durations: ofEach((module) => module.diagnostic().duration),
        ...failureOf(testModules, begunAt, copy),
      });
    } catch (error) {
      console.error(error);
      process.send({ outcome: 'failed' });
    }
  };
  process.on('message', (message) => void ask(message));
  process.on('disconnect', () => void vitest.close().finally(() => process.exit(0)));
}

/** The test that failed in this run, in one line; a module that was not run keeps what it said in the one before. */
function failureOf(testModules, begunAt, copy) {
  for (const module of testModules) {
    for (const test of module.children.allTests('failed')) {
      const [error] = test.result().errors;
      if (test.diagnostic().startTime >= begunAt)
        return {
          by: `${path.basename(module.moduleId)}: ${test.name}: ${String(error?.message).split('\n')[0]}`,
          file: path.relative(copy, module.moduleId),
        };
    }
  }
  return {};
}

/**
 * The end of a run that failed can reach into the next one and skip tests there: such a run is none. Where no test
 * tells why it failed, as with a module that cannot be loaded, a runner that knows of no other run decides.
 */
async function outcomeOf(runner, tests, changed, limitMs, unchanged) {
  for (let tries = 0; tries < 3; tries++) {
    const { outcome, passed, by, file } = await runner.run(tests, changed, limitMs);
    const isWhole = tests.every((test) => (passed[test] ?? 0) >= (unchanged[test] ?? 0));
    if (outcome === 'hung' || by !== undefined || (outcome === 'passed' && isWhole))
      return { outcome, by, file };
  }
  await runner.close();
  const { outcome } = await runner.run(tests, changed, limitMs);
  return { outcome, by: 'no single test' };
}

const secondsSince = (at) => Math.round((Date.now() - at) / SECOND_MS);

function short(text, length = 70) {
  const one = text.replaceAll(/\s+/g, ' ').trim();
  return one.length > length ? `${one.slice(0, length - 3)}...` : one;
}

function describe({ file, start, end, text }, source) {
  const line = source.slice(0, start).split('\n').length;
  return `${file}:${line}  ${short(source.slice(start, end))}  ->  ${short(text) || '(nothing)'}`;
}

/** For each mutant the tests that come to it, those first that end first. */
function askedOf(sample, tests, durations, copy) {
  const reached = new Map();
  for (const line of readFileSync(path.join(copy, PROBES_FOUND), 'utf8').split('\n')) {
    if (line === '') continue;
    const [test, numbers] = JSON.parse(line);
    reached.set(path.relative(copy, test), new Set(numbers));
  }
  const inOrder = [...tests.keys()].toSorted((one, other) => durations[one] - durations[other]);
  const isAsked = ({ file, number, probe }, test) =>
    probe === null ? tests.get(test).reached.has(file) : reached.get(test)?.has(number) === true;
  return new Map(sample.map((mutant) => [mutant, inOrder.filter((test) => isAsked(mutant, test))]));
}

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      sample: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      tests: { type: 'string', default: '' },
      minutes: { type: 'string', default: '20' },
      faults: { type: 'boolean', default: false },
    },
  });
  const folder = positionals[0]?.replace(/\/$/, '');
  const files = trackedFiles();
  const isSource = (file) =>
    file.startsWith(`${folder}/`) && file.endsWith('.ts') && !/\.(test|data|d)\.ts$|\/tables\.ts$/.test(file);
  const sources = files.filter(isSource);
  if (folder === undefined || sources.length === 0) {
    console.error(
      'usage: npm run mutants -- src/modules/billing [--sample 20] [--seed 1] [--tests word,word] [--faults] [--minutes 20]',
    );
    process.exitCode = 2;
    return;
  }
  const text = new Map(sources.map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')]));
  const all = sources.flatMap((file) => mutationsOf(file, text.get(file)));
  const sample = sampleOf(all, Number(values.sample), randomOf(Number(values.seed))).map(
    (mutant, number) => ({
      ...mutant,
      number,
    }),
  );
  const words = values.tests.split(',').filter((word) => word !== '');
  const tests = testsOf(files, folder, { words, faults: values.faults });
  console.log(
    `${folder}: ${all.length} mutants, ${sample.length} of them tried with ${tests.size} test files`,
  );
  const deadline = Date.now() + Number(values.minutes) * 60 * SECOND_MS;
  await build();
  const copy = copyOf(files);
  const runner = new Runner(copy);
  const end = (code) => {
    runner.stop();
    rmSync(copy, { recursive: true, force: true });
    process.exit(code);
  };
  process.once('SIGINT', () => end(130));
  process.once('SIGTERM', () => end(143));
  try {
    const begun = Date.now();
    const write = (file, source) => writeFileSync(path.join(copy, file), source);
    const probed = sources.filter((file) => sample.some((mutant) => mutant.file === file));
    for (const file of probed)
      write(
        file,
        withProbes(
          text.get(file),
          sample.filter((mutant) => mutant.file === file),
        ),
      );
    const unchanged = await runner.run([...tests.keys()], [], UNCHANGED_MS);
    if (unchanged.outcome !== 'passed')
      throw new Error(`the tests fail without any change: ${unchanged.by ?? unchanged.outcome}`);
    console.log(`unchanged, they pass in ${secondsSince(begun)} s`);
    const limitMs = (Date.now() - begun) * PATIENCE + 60 * SECOND_MS;
    const asked = askedOf(sample, tests, unchanged.durations, copy);
    for (const file of probed) write(file, text.get(file));
    const survivors = [];
    const noticing = new Set();
    let tried = 0;
    // What was put back, the runner has to hear as well.
    let changed = probed;
    for (const mutant of sample) {
      if (Date.now() > deadline) break;
      const source = text.get(mutant.file);
      const triedAt = Date.now();
      write(mutant.file, source.slice(0, mutant.start) + mutant.text + source.slice(mutant.end));
      changed = [...new Set([...changed, mutant.file])];
      const some = asked.get(mutant);
      let result = { outcome: 'passed' };
      if (some.length > 0) {
        result = await outcomeOf(runner, some, changed, limitMs, unchanged.passed);
        changed = [mutant.file];
      }
      write(mutant.file, source);
      tried += 1;
      const { outcome, by, file } = result;
      if (outcome === 'passed') survivors.push(mutant);
      else for (const one of file === undefined ? some : [file]) noticing.add(one);
      console.log(`${outcome === 'passed' ? 'SURVIVED' : 'noticed '}  ${describe(mutant, source)}`);
      const what = outcome === 'passed' ? `${some.length} test files come here` : by;
      console.log(`          ${secondsSince(triedAt)} s; ${outcome === 'hung' ? 'hung' : short(what, 150)}`);
    }
    // Whatever made them fail on its own would have counted as noticing.
    const still =
      noticing.size === 0
        ? { outcome: 'passed' }
        : await outcomeOf(runner, [...noticing], changed, limitMs, unchanged.passed);
    if (still.outcome !== 'passed')
      throw new Error(
        `the tests fail without any change by now, so nothing is shown: ${still.by ?? still.outcome}`,
      );
    const noticed = tried - survivors.length;
    console.log(
      `\n${folder}: ${noticed} of ${tried} noticed, ${Math.round((100 * noticed) / Math.max(tried, 1))} %`,
    );
    for (const survivor of survivors) console.log(`  ${describe(survivor, text.get(survivor.file))}`);
    await runner.close();
  } finally {
    runner.stop();
    rmSync(copy, { recursive: true, force: true });
  }
}

if (process.argv[2] === '--runner') await serve(process.argv[3]);
else await main();
