// A Node.js that is too old cannot even link what follows.
import '../app/node-version.ts';
import '../config/production-react.ts';

await import('../app/run-worker.ts');
