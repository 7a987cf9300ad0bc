// Becomes the program that the first argument names, in this very process, so that signals reach it.
import { existsSync } from 'node:fs';

const PROGRAMS = ['server', 'worker', 'migrate', 'admin', 'seed', 'search', 'sandbox'];

const name = process.argv[2];
if (!PROGRAMS.includes(name)) {
  const isHelp = name === '--help' || name === '-h';
  const usage = `usage: fifthwheel ${PROGRAMS.join('|')} [options]   (--help after a program lists its options)`;
  (isHelp ? console.log : console.error)(usage);
  process.exit(isHelp ? 0 : 2);
}
process.argv.splice(2, 1);
process.setSourceMapsEnabled(true);
// A checkout is built when a source is newer than the last build. The image has no sources.
const builder = new URL('../scripts/build.mjs', import.meta.url);
if (existsSync(builder)) await (await import(builder.href)).build();
await import(`../dist/src/bin/${name}.js`);
