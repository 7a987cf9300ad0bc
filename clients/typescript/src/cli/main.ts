import process from 'node:process';
import { run } from './run.ts';

const end = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end.abort());
// The reader of the output can close the pipe at any time.
process.stdout.on('error', () => end.abort());

process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  stdin: process.stdin,
  stdout: process.stdout,
  stderr: process.stderr,
  signal: end.signal,
  fetch,
});
