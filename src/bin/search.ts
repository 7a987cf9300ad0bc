/** `npm run search -- rebuild`: fills a new index in the search cluster beside the one in use, and changes over to it. */
import { launch } from '../app/launch.ts';
import { runProgram } from '../app/program.ts';
import { readConfig } from '../config/config.ts';
import { monotonicMs } from '../platform/clock.ts';

const USAGE = 'usage: npm run search -- rebuild   (with OPENSEARCH_URL)';
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
    console.error('OPENSEARCH_URL names no search cluster: the index in memory is built anew at every start');
    process.exit(2);
  }
  const startedMs = monotonicMs();
  let told = 0;
  let listings = 0;
  const index = await rebuildSearchIndex((done) => {
    listings = done;
    if (listings - told < TOLD_EVERY) return;
    told = listings;
    console.log(`${listings} listings`);
  });
  const seconds = ((monotonicMs() - startedMs) / 1000).toFixed(1);
  await launched.stop();
  console.log(`${listings} listings in ${seconds} s: searches are answered from ${index} now`);
});
