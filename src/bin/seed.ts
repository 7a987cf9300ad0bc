/** `npm run seed -- --listings N`: adds N synthetic listings, whether or not a server runs on the same data. */
import { parseArgs } from 'node:util';
import { launch } from '../app/launch.ts';
import { runProgram } from '../app/program.ts';
import { addListings, ensureDemo } from '../modules/demo/index.ts';

await runProgram(async () => {
  const { values } = parseArgs({ options: { listings: { type: 'string', default: '10000' } } });
  const count = Number(values.listings);
  if (!Number.isSafeInteger(count) || count < 1 || count > 5_000_000) {
    console.error('usage: npm run seed -- --listings N   (1 to 5,000,000)');
    process.exit(2);
  }
  const launched = await launch(undefined, { attach: true });
  const { demo } = launched.app.modules;
  await launched.app.platform.listener.start();
  await demo.taxonomy.start();
  await ensureDemo(demo, { logins: launched.config.demo });
  const startedAt = performance.now();
  await addListings(demo, {
    count,
    onProgress(done) {
      const seconds = (performance.now() - startedAt) / 1000;
      console.log(`${done} of ${count} listings, ${Math.round(done / seconds)} a second`);
    },
  });
  await launched.stop();
});
