// A Node.js that is too old cannot even link what follows.
import '../app/node-version.ts';
import '../config/production-react.ts';
import { takeNoOptions } from '../app/command-line.ts';
import { runProgram } from '../app/program.ts';
import { readConfig } from '../config/config.ts';

// Reject options and settings before importing the program, which takes two seconds to load.
takeNoOptions('server', 'runs the server');
await runProgram(async () => {
  readConfig();
  await import('../app/run-server.ts');
});
