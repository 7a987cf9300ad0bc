import { spawnSync } from 'node:child_process';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';
import { IS_SHORT } from './test/support/short-form.ts';

// The global setup reads packages from their build, and image processes and child servers run the compiled program. A fresh build
// is left as it is.
const build = spawnSync(process.execPath, ['scripts/build.mjs'], {
  cwd: import.meta.dirname,
  stdio: 'inherit',
});
if (build.status !== 0)
  throw new Error('The build failed, so the tests would run an older program: see the messages above.');

/** Files that replace a package, only for themselves. */
const ALONE = ['test/hostile/timing.test.ts'];

/** Pages in a real browser, after the other tests, some of which measure what browsers would distort. */
const BROWSER = ['test/browser/**/*.test.ts'];

/** Files that kill processes, cut connections and fill disks: minutes of real time, by `npm run test:faults`. */
const FAULTS = ['test/faults/**/*.test.ts'];

/** Fills two markets and compares what requests cost: minutes, by `npm run test:scale`. */
const SCALE = ['test/scale/**/*.test.ts'];

/** Checks with programs of `tools`, which are downloaded: by `npm run check:tools`. */
const TOOLS = ['test/tools/**/*.test.ts'];

/** Clients by third-party generators, which are downloaded: by `npm run check:clients`. */
const GENERATED = ['test/generated/**/*.test.ts'];

/** Requests that Schemathesis, which is downloaded, generates from the documents: by `npm run check:schemathesis`. */
const SCHEMATHESIS = ['test/schemathesis/**/*.test.ts'];

/** Tests on OpenSearch nodes, which are downloaded: minutes, by `npm run test:opensearch`. */
const OPENSEARCH = ['test/opensearch/**/*.test.ts'];

/** Tests that kill, secure and join separate nodes: not in the short form. */
const OPENSEARCH_NODES = ['faults', 'nodes', 'secured'].map((name) => `test/opensearch/${name}.test.ts`);

/** Tests without a server, which `npm run check:first` runs. */
const FIRST = ['{src,packages/*/src}/**/*.test.ts', 'test/architecture/**/*.test.ts'];

const modules = {
  ssr: {
    resolve: {
      // The project's packages are read as sources. Entries for bundlers (`module`) do not run in Node.js.
      conditions: ['fifthwheel-source', ...defaultServerConditions.filter((name) => name !== 'module')],
    },
  },
  // Pages and emails are rendered with React's production build, which takes a ninth of the time.
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
  // A poll ends as soon as its condition is true; the default of one second is too short on a busy machine.
  expect: { poll: { timeout: 30_000 } },
  // On a shared machine, load can exceed a timeout once; a failure that repeats counts.
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
            // The suites in their short form follow `npm run check`.
            ...(IS_SHORT ? FIRST : []),
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
          // One file at a time, because the nodes need the processor too.
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
