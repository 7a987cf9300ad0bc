import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DataDirectoryInUse } from '@fifthwheel/embedded-postgres';
import { acquireLock, LockHeld } from '../src/lock.ts';
import { pruneLogs } from '../src/log-files.ts';
import { startChildServer } from './child-server.ts';
import { notes, start, temporaryDirectory } from './harness.ts';

describe('one server at a time', () => {
  it('rejects a second server and leaves the database of the first alone', async () => {
    const dataDir = await temporaryDirectory();
    const child = startChildServer({ dataDir });
    const url = await child.waitForEvent('ready');
    const second = start(dataDir);
    await expect(second).rejects.toBeInstanceOf(DataDirectoryInUse);
    await expect(second).rejects.toThrow(`process ${child.pid}`);
    expect(await notes(url)).toEqual(['from the child']);
  });

  it('lets one of many that start at once through', async () => {
    const dataDir = await temporaryDirectory();
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => start(dataDir)));
    const refused = results
      .filter((result) => result.status === 'rejected')
      .map((result) => result.reason as unknown);
    expect(refused).toHaveLength(4);
    for (const reason of refused) expect(reason).toBeInstanceOf(DataDirectoryInUse);
  });

  it.each([
    ['a dead process', { pid: 2 ** 22 + 1, birth: '' }],
    ['an earlier process of the same number', { pid: process.pid, birth: 'long ago' }],
    ['nobody', null],
  ])('takes over from a lock of %s, once', async (_whose, holder) => {
    const dir = await temporaryDirectory();
    await writeFile(path.join(dir, '6'), JSON.stringify(holder));
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => acquireLock(dir)));
    const taken = results.filter((result) => result.status === 'fulfilled');
    expect(taken).toHaveLength(1);
    expect(await readdir(dir)).toEqual(['7']);
    await taken[0]!.value.release();
    await expect(acquireLock(dir)).resolves.toBeDefined();
    await expect(acquireLock(dir)).rejects.toBeInstanceOf(LockHeld);
  });
});

describe('the state of the data directory', () => {
  it('rejects a cluster of another major version and names both', async () => {
    const dataDir = await temporaryDirectory();
    const first = await start(dataDir);
    await first.stop();
    await writeFile(path.join(first.dataDir, 'PG_VERSION'), '17\n');
    await expect(start(dataDir)).rejects.toThrow(
      /made by PostgreSQL 17, and this release brings PostgreSQL 18/,
    );
  });

  it('does not touch files that are no cluster', async () => {
    const dataDir = await temporaryDirectory();
    const stray = path.join(dataDir, 'postgres/cluster/holiday.jpg');
    await mkdir(path.dirname(stray), { recursive: true });
    await writeFile(stray, 'beach');
    await expect(start(dataDir)).rejects.toThrow(/holds files but no database/);
    expect(await readFile(stray, 'utf8')).toBe('beach');
  });

  it('keeps the newest log files only', async () => {
    const dir = await temporaryDirectory();
    for (let day = 10; day < 19; day += 1)
      await writeFile(path.join(dir, `postgresql-202601${day}-000000.log`), '');
    await pruneLogs(dir);
    expect((await readdir(dir)).toSorted()[0]).toBe('postgresql-20260114-000000.log');
    expect(await readdir(dir)).toHaveLength(5);
  });
});
