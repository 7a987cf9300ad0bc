/** `fifthwheel search rebuild`: backfills a new index in the search cluster next to the current one, and switches the alias. */
import { commandLine } from '../app/command-line.ts';
import { launch } from '../app/launch.ts';
import { runProgram } from '../app/program.ts';
import { readConfig } from '../config/config.ts';
import { monotonicMs } from '../platform/clock.ts';

const USAGE = `usage: ${commandLine('search', 'rebuild')}   (with OPENSEARCH_URL)`;
const TOLD_EVERY = 50_000;

await runProgram(async () => {
  if (process.argv.slice(2).join(' ') !== 'rebuild') {
    console.error(USAGE);
    process.exit(2);
  }
  const launched = await launch(readConfig(), { attach: true });
  const { rebuildSearchIndex } = launched.app.modules;
  if (rebuildSearchIndex === null) {
    await launched.stop();
    console.error('OPENSEARCH_URL is not set: the in-memory index is rebuilt at every start');
    process.exit(2);
  }
  const startedMs = monotonicMs();
  let reported = 0;
  const { index, listings, writtenMs } = await rebuildSearchIndex((done) => {
    if (done - reported < TOLD_EVERY) return;
    reported = done;
    console.log(`${done} listings`);
  });
  const ms = monotonicMs() - startedMs;
  await launched.stop();
  console.log(
    `${listings} listings were written in ${inSeconds(writtenMs)}, and compared after ${inSeconds(ms)}`,
  );
  console.log(`searches now use ${index}`);
});

function inSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
