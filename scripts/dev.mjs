// Compiles on every change and restarts the server; open pages reload.
import '../bin/node-version.mjs';
import { spawn } from 'node:child_process';
import { watch } from 'node:fs';
import { build } from './build.mjs';

let server = null;
let timer = null;

async function restart() {
  try {
    await build({ force: true, reloads: true });
  } catch (error) {
    console.error(error.message);
    return;
  }
  const next = () => {
    server = spawn(process.execPath, ['--enable-source-maps', 'dist/src/bin/server.js'], {
      stdio: 'inherit',
    });
  };
  if (server === null || server.exitCode !== null) next();
  else {
    server.once('exit', next);
    server.kill('SIGTERM');
  }
}

for (const directory of ['src', 'packages', 'texts', 'browser', 'migrations']) {
  watch(directory, { recursive: true }, () => {
    clearTimeout(timer);
    timer = setTimeout(() => void restart(), 150);
  });
}
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    server?.kill(signal);
    server?.once('exit', () => process.exit(0));
  });
}
await restart();
