// Builds when needed, then becomes the asked program in this very process, so that signals reach it.
import { build } from './build.mjs';

const programs = {
  server: '../dist/src/bin/server.js',
  worker: '../dist/src/bin/worker.js',
  migrate: '../dist/src/bin/migrate.js',
  seed: '../dist/src/bin/seed.js',
  search: '../dist/src/bin/search.js',
  admin: '../dist/src/bin/admin.js',
  docs: '../dist/src/bin/docs.js',
  sandbox: '../dist/src/bin/sandbox.js',
  bench: '../dist/bench/main.js',
};

const name = process.argv[2];
if (name === undefined || !(name in programs)) {
  console.error(`usage: node scripts/start.mjs ${Object.keys(programs).join('|')}`);
  process.exit(2);
}
process.argv.splice(2, 1);
process.setSourceMapsEnabled(true);
await build();
await import(programs[name]);
