import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { LogOutput } from './log-output.ts';
import { createLogger } from './log.ts';

let directory: string;
beforeAll(() => {
  directory = fs.mkdtempSync(path.join(tmpdir(), 'fifthwheel-log-'));
});
afterAll(() => fs.rmSync(directory, { recursive: true }));

/** A pipe without a reader. */
function openPipe(name: string): number {
  const file = path.join(directory, name);
  execFileSync('mkfifo', [file]);
  return fs.openSync(file, fs.constants.O_RDWR | fs.constants.O_NONBLOCK);
}

function readPipe(fd: number): string {
  const chunk = Buffer.alloc(1024 ** 2);
  try {
    return chunk.toString('utf8', 0, fs.readSync(fd, chunk));
  } catch {
    return '';
  }
}

it('writes lines to a file in their order, also those that are longer than a batch', async () => {
  const file = path.join(directory, 'file.log');
  const fd = fs.openSync(file, 'w');
  const output = new LogOutput(fd, { isNonBlocking: false });
  const log = createLogger('info', output);
  for (let i = 0; i < 500; i++) log.info({ i, padding: 'é'.repeat(i * 10) }, 'line');
  await expect.poll(() => fs.readFileSync(file, 'utf8').split('\n').length).toBe(501);
  const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { i: number }).i)).toEqual(Array.from(lines.keys()));
  expect(output.dropped).toBe(0);
  fs.closeSync(fd);
});

it('drops and counts what a pipe does not take, and says so once the pipe is read again', async () => {
  const fd = openPipe('bounded');
  const output = new LogOutput(fd, { isNonBlocking: true, queueBytesMax: 100_000 });
  const log = createLogger('info', output);
  const sent = 20_000;
  for (let i = 0; i < sent; i++) log.info({ i }, 'line');
  expect(output.dropped).toBeGreaterThan(sent / 2);
  const { dropped } = output;
  let text = '';
  const read = (): number => (text += readPipe(fd)).split('\n').length - 1;
  await expect.poll(read).toBe(sent - dropped);
  log.info('after the gap');
  await expect.poll(read).toBe(sent - dropped + 2);
  const [gap, last] = text
    .trimEnd()
    .split('\n')
    .slice(-2)
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(gap).toMatchObject({ level: 40, pid: process.pid, droppedSinceStart: dropped });
  expect(last).toMatchObject({ msg: 'after the gap' });
  expect(output.dropped).toBe(dropped);
  fs.closeSync(fd);
});

it('drops and counts lines that a full disk rejects', async () => {
  const fd = fs.openSync('/dev/full', 'w');
  const output = new LogOutput(fd, { isNonBlocking: false });
  output.write('a line\n');
  await expect.poll(() => output.dropped).toBe(1);
  fs.closeSync(fd);
});
