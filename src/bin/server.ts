// What follows cannot even be linked by a Node.js that is too old.
import '../app/node-version.ts';

await import('../app/run-server.ts');
