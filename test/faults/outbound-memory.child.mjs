// Sends requests to hostile receivers repeatedly, and prints by how many MiB that raised the memory at most.
import { guardedRequest } from '../../dist/src/platform/net/outbound.js';

const urls = process.argv.slice(2);
const ROUNDS = 25;
const SAMPLE_MS = 2;

async function visitAll() {
  for (let round = 0; round < ROUNDS; round++)
    for (const url of urls)
      await guardedRequest({
        url,
        method: 'POST',
        body: Buffer.from('{}'),
        allowPrivate: true,
        onChunk() {},
      }).catch(() => {});
}

await visitAll();
globalThis.gc();
const before = process.memoryUsage.rss();
let most = before;
const sampling = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), SAMPLE_MS);
await visitAll();
clearInterval(sampling);
process.stdout.write(String((Math.max(most, process.memoryUsage.rss()) - before) / 2 ** 20));
