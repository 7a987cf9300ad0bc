// A Node.js that is too old cannot even link what follows.
import '../app/node-version.ts';

await import('../app/run-worker.ts');
