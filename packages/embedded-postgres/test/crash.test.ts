import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { processesNaming, startChildServer } from './child-server.ts';
import {
  afterThisTest,
  IS_LINUX,
  notes,
  postmasterPid,
  query,
  start,
  temporaryDirectory,
} from './harness.ts';

/** Returns the process ID of the postmaster that remains. */
async function killServerAndGuardian(dataDir: string): Promise<number> {
  const child = startChildServer({ dataDir, durable: true });
  await child.waitForEvent('ready');
  const guardians = processesNaming('postgres-guardian', dataDir);
  expect(guardians).toHaveLength(1);
  for (const pid of guardians) process.kill(pid, 'SIGKILL');
  await child.kill();
  return postmasterPid({ dataDir: path.join(dataDir, 'postgres/cluster') });
}

describe('after a crash', () => {
  it('recovers committed data after PostgreSQL was killed, in the same process', async () => {
    const dataDir = await temporaryDirectory();
    const first = await start(dataDir, { durable: true });
    await query(first.url, "create table notes as select 'committed' as body");
    process.kill(postmasterPid(first), 'SIGKILL');
    expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL', isRequested: false });
    const second = await start(dataDir, { durable: true });
    expect(await notes(second.url)).toEqual(['committed']);
    await first.stop();
    expect(await notes(second.url)).toEqual(['committed']);
  });

  it('waits for a session of a killed PostgreSQL that is still at work', async () => {
    const dataDir = await temporaryDirectory();
    const first = await start(dataDir);
    // A count in memory never checks whether the postmaster has died.
    const busy = query(first.url, 'select count(*) from generate_series(1, 10000000)').catch(() => undefined);
    await vi.waitUntil(async () => {
      const [row] = await query(
        first.url,
        "select count(*)::int as n from pg_stat_activity where query like '%series(1%'",
      );
      return row!['n'] === 2;
    });
    process.kill(postmasterPid(first), 'SIGKILL');
    await first.exited;
    const { url } = await start(dataDir);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await busy;
  });

  it('stops PostgreSQL soon after its server was killed', async () => {
    const dataDir = await temporaryDirectory();
    const child = startChildServer({ dataDir, durable: true });
    await child.waitForEvent('ready');
    const pidFile = path.join(dataDir, 'postgres/cluster/postmaster.pid');
    expect(existsSync(pidFile)).toBe(true);
    await child.kill();
    await vi.waitUntil(() => !existsSync(pidFile), { timeout: 20_000 });
    const { url } = await start(dataDir);
    expect(await notes(url)).toEqual(['from the child']);
  });

  it.skipIf(!IS_LINUX)('stops the PostgreSQL of a server killed together with its guardian', async () => {
    const dataDir = await temporaryDirectory();
    const leftover = await killServerAndGuardian(dataDir);
    const log: string[] = [];
    const postgres = await start(dataDir, { durable: true, log: (line) => log.push(line) });
    expect(log).toEqual([expect.stringContaining(`process ${leftover}`)]);
    expect(postmasterPid(postgres)).not.toBe(leftover);
    expect(await notes(postgres.url)).toEqual(['from the child']);
  });

  it.skipIf(!IS_LINUX)('recovers when server, guardian and PostgreSQL were killed', async () => {
    const dataDir = await temporaryDirectory();
    // Where no init reaps orphans, the postmaster stays as a zombie, whose ID looks alive.
    process.kill(await killServerAndGuardian(dataDir), 'SIGKILL');
    const { url } = await start(dataDir, { durable: true });
    expect(await notes(url)).toEqual(['from the child']);
  });

  it('is not kept out by a pid file whose number another process has now', async () => {
    const dataDir = await temporaryDirectory();
    const first = await start(dataDir);
    await first.stop();
    // Run it as PostgreSQL's own user, and not as its parent: PostgreSQL treats only other processes of that
    // user as a rival.
    const { uid } = await stat(first.dataDir);
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 60_000)'], {
      uid,
      stdio: 'ignore',
    });
    afterThisTest(async () => stranger.kill());
    const pidFile = `${stranger.pid}\n${first.dataDir}\n1790000000\n5432\n${dataDir}\n\n  5432001 1\nready   \n`;
    await writeFile(path.join(first.dataDir, 'postmaster.pid'), pidFile);
    const { url } = await start(dataDir);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('makes the cluster again when its making was killed', async () => {
    const dataDir = await temporaryDirectory();
    const home = path.join(dataDir, 'postgres');
    const child = startChildServer({ dataDir });
    await vi.waitUntil(
      () => existsSync(home) && readdirSync(home).some((name) => existsSync(path.join(home, name, 'global'))),
      { timeout: 20_000, interval: 2 },
    );
    await child.kill();
    expect(existsSync(path.join(home, 'cluster'))).toBe(false);
    const { url } = await start(dataDir);
    expect(await query(url, 'select current_database() as name')).toEqual([{ name: 'fifthwheel' }]);
  });
});
