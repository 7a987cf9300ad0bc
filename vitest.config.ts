import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { IS_SHORT } from './test/support/short-form.ts';

/** Files that put something else in the place of a package, for themselves alone. */
const ALONE = ['test/hostile/timing.test.ts'];

/** Pages in a real browser, after the rest: what that measures is not to be measured beside browsers. */
const BROWSER = ['test/browser/**/*.test.ts'];

/** Files that kill, cut off and fill up what they stand on: minutes of real time, by `npm run test:faults`. */
const FAULTS = ['test/faults/**/*.test.ts'];

/** Fills two markets, and compares what they cost: minutes, by `npm run test:scale`. */
const SCALE = ['test/scale/**/*.test.ts'];

/** Checks by programs of `tools`, which are fetched: by `npm run check:tools`. */
const TOOLS = ['test/tools/**/*.test.ts'];

/** Clients by others' generators, which are fetched: by `npm run check:clients`. */
const GENERATED = ['test/generated/**/*.test.ts'];

/** Requests that a program makes of the documents, which is fetched: by `npm run check:schemathesis`. */
const SCHEMATHESIS = ['test/schemathesis/**/*.test.ts'];

/** On nodes of OpenSearch, which are fetched: minutes, by `npm run test:opensearch`. */
const OPENSEARCH = ['test/opensearch/**/*.test.ts'];

/** What goes on in nodes of their own, which are killed, secured and joined: not in the short form. */
const OPENSEARCH_NODES = ['faults', 'nodes', 'secured'].map((name) => `test/opensearch/${name}.test.ts`);

const modules = {
  ssr: {
    resolve: {
      // Packages of ours are read as sources. What others have for bundlers (`module`) does not run in Node.js.
      conditions: ['fifthwheel-source', ...defaultServerConditions.filter((name) => name !== 'module')],
    },
  },
  // Pages and mails are made by the React of production, which takes a ninth of the time.
  oxc: { jsx: { development: false } },
};

const common = {
  setupFiles: [
    'src/config/production-react.ts',
    'test/support/sentences.ts',
    'test/support/touched-tables.ts',
  ],
  testTimeout: Number(process.env['TEST_TIMEOUT_MS'] ?? 60_000),
  hookTimeout: 120_000,
  // A condition that comes true is seen at once; one second would be too short on a busy machine.
  expect: { poll: { timeout: 30_000 } },
  // Elsewhere's load can outlast a wait; a failure that repeats is one.
  retry: process.env['CI'] === undefined ? 0 : 1,
  // Transformed modules are kept for the next run, which would spend half of its start on them.
  experimental: { fsModuleCache: true },
};

export default defineConfig({
  test: {
    // One database server for all projects.
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    experimental: { fsModuleCachePath: 'node_modules/.cache/vitest-modules' },
    maxWorkers: 2,
    projects: [
      {
        ...modules,
        test: {
          ...common,
          name: 'market',
          include: ['{src,packages}/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: [
            ...ALONE,
            ...FAULTS,
            ...SCALE,
            ...BROWSER,
            ...TOOLS,
            ...GENERATED,
            ...SCHEMATHESIS,
            ...OPENSEARCH,
          ],
          // A file leaves nothing behind in its process, so the program is loaded once for each worker.
          isolate: false,
        },
      },
      { ...modules, test: { ...common, name: 'faults', include: FAULTS, isolate: false } },
      { ...modules, test: { ...common, name: 'scale', include: SCALE, isolate: false } },
      {
        ...modules,
        test: { ...common, name: 'tools', include: TOOLS, isolate: false, hookTimeout: 600_000 },
      },
      { ...modules, test: { ...common, name: 'generated', include: GENERATED, isolate: false } },
      { ...modules, test: { ...common, name: 'schemathesis', include: SCHEMATHESIS, isolate: false } },
      {
        ...modules,
        test: {
          ...common,
          name: 'opensearch',
          include: OPENSEARCH,
          exclude: IS_SHORT ? OPENSEARCH_NODES : [],
          isolate: false,
          // One file at a time beside the nodes, which want the processor too.
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          globalSetup: ['test/opensearch/global-setup.ts'],
        },
      },
      { ...modules, test: { ...common, name: 'alone', include: ALONE } },
      {
        ...modules,
        test: {
          ...common,
          name: 'browser',
          include: BROWSER,
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
