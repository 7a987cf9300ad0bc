import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { chmod, chown, mkdir, readdir, realpath, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type EmbeddedPostgres, EmbeddedPostgresUnavailable } from '@fifthwheel/embedded-postgres';
import { chooseHome } from '../src/home.ts';
import { locateBinaries } from '../src/locate-binaries.ts';
import { startChildServer } from './child-server.ts';
import {
  IS_ROOT,
  NOBODY,
  afterThisTest,
  hasLinks,
  notes,
  packageWithoutLinks,
  postmasterPid,
  query,
  start,
  temporaryDirectory,
} from './harness.ts';

describe('binaries', () => {
  it('makes the library links that no install script made, for two servers at once', async () => {
    const dir = await temporaryDirectory();
    const packageDir = await packageWithoutLinks(dir);
    expect(hasLinks(packageDir)).toBe(false);
    const names = ['a', 'b'];
    const both = await Promise.all(names.map((name) => start(path.join(dir, name), { packageDir })));
    for (const { url } of both) expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect(hasLinks(packageDir)).toBe(true);
    expect(existsSync(path.join(dir, 'a/postgres/binaries'))).toBe(false);
  });

  it.skipIf(!IS_ROOT)('copies a package without links that an ordinary user cannot write to', async () => {
    const dir = await temporaryDirectory();
    const packageDir = await packageWithoutLinks(dir);
    const dataDir = path.join(dir, 'data');
    await mkdir(dataDir);
    await chown(dataDir, NOBODY, NOBODY);
    const child = startChildServer({ dataDir, packageDir }, NOBODY);
    expect(await notes(await child.waitForEvent('ready'))).toEqual(['from the child']);
    expect(hasLinks(packageDir)).toBe(false);
    expect((await stat(path.join(dataDir, 'postgres/cluster'))).uid).toBe(NOBODY);
  });

  it.each([
    ['freebsd', 'x64'],
    ['linux', 's390x'],
    ['darwin', process.platform === 'darwin' ? 'mips' : 'arm64'],
  ])('names DATABASE_URL where there are none: %s on %s', (platform, arch) => {
    expect(() => locateBinaries(platform, arch)).toThrow(EmbeddedPostgresUnavailable);
    expect(() => locateBinaries(platform, arch)).toThrow(/DATABASE_URL/);
  });

  it.skipIf(process.platform === 'win32')(
    'names DATABASE_URL where their loader is missing, as on musl',
    async () => {
      const dir = await temporaryDirectory();
      const bin = path.join(dir, 'package/native/bin');
      await mkdir(bin, { recursive: true });
      await writeFile(path.join(dir, 'package/package.json'), '{"version":"18.4.0"}');
      for (const name of ['postgres', 'initdb'])
        await writeFile(path.join(bin, name), '#!/no/loader\n', { mode: 0o755 });
      const attempt = start(path.join(dir, 'data'), { packageDir: path.join(dir, 'package') });
      await expect(attempt).rejects.toBeInstanceOf(EmbeddedPostgresUnavailable);
      await expect(attempt).rejects.toThrow(/glibc.*DATABASE_URL/);
    },
  );
});

describe.skipIf(!IS_ROOT)('as root (skipped for other users)', () => {
  it('runs PostgreSQL as an unprivileged user, who owns the cluster', async () => {
    const postgres = await start(await temporaryDirectory());
    const owner = (await stat(postgres.dataDir)).uid;
    expect(owner).not.toBe(0);
    const status = readFileSync(`/proc/${postmasterPid(postgres)}/status`, 'utf8');
    expect(status).toMatch(new RegExp(`^Uid:\\t${owner}\\t${owner}\\t${owner}\\t${owner}$`, 'm'));
    expect(status).toMatch(/^Groups:\s*$/m);
  });

  it.each([0o027, 0o077])('starts with the umask %o in directories that it creates', async (umask) => {
    const dir = await temporaryDirectory();
    const before = process.umask(umask);
    try {
      const dataDir = path.join(dir, 'srv/market/data');
      const postgres = await start(dataDir);
      expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
      expect(postgres.dataDir).toBe(path.join(await realpath(dataDir), 'postgres/cluster'));
      await postgres.stop();
      expect(await query((await start(dataDir)).url, 'select 1 as one')).toEqual([{ one: 1 }]);
    } finally {
      process.umask(before);
    }
  });

  it('leaves the cluster of an ordinary user theirs', async () => {
    const dataDir = await temporaryDirectory();
    await chown(dataDir, NOBODY, NOBODY);
    const before = startChildServer({ dataDir }, NOBODY);
    await before.waitForEvent('ready');
    process.kill(before.pid, 'SIGINT');
    await before.waitForEvent('stopped');
    const asRoot = await start(dataDir);
    expect(await notes(asRoot.url)).toEqual(['from the child', 'while draining']);
    await asRoot.stop();
    const after = startChildServer({ dataDir }, NOBODY);
    expect(await notes(await after.waitForEvent('ready'))).toHaveLength(3);
  });

  it('gives a cluster that root copied back to the unprivileged user', async () => {
    const dataDir = await temporaryDirectory();
    const first = await start(dataDir);
    await first.stop();
    execFileSync('chown', ['-R', '0:0', dataDir]);
    const second = await start(dataDir);
    expect((await stat(path.join(second.dataDir, 'base'))).uid).not.toBe(0);
  });

  it('finds reachable places for a checkout that only root can enter, the same ones each time', async () => {
    const closed = await temporaryDirectory(0o700);
    const packageDir = await packageWithoutLinks(closed);
    const dataDir = path.join(closed, 'data');
    const first = await start(dataDir, { packageDir });
    const home = path.dirname(first.dataDir);
    afterThisTest(() => rm(home, { recursive: true, force: true }));
    expect(first.note).toContain(home);
    expect(first.note).toContain(path.join(dataDir, 'postgres'));
    expect(existsSync(path.join(dataDir, 'postgres'))).toBe(false);
    await query(first.url, "create table notes as select 'kept' as body");
    expect(runningProgram(first)).toContain(path.join(home, 'binaries'));
    await first.stop();

    const [firstCopy] = await readdir(path.join(home, 'binaries'));
    await writeFile(path.join(packageDir, 'package.json'), '{"version":"18.99.0"}');
    const second = await start(dataDir, { packageDir });
    expect(await notes(second.url)).toEqual(['kept']);
    expect(second.dataDir).toBe(first.dataDir);
    const copies = await readdir(path.join(home, 'binaries'));
    expect(copies).toEqual([expect.stringContaining('18.99.0')]);
    expect(copies).not.toContain(firstCopy);
  });

  it('is below a data directory that others may only pass through', async () => {
    const dataDir = await temporaryDirectory(0o711);
    const { dir, note } = await chooseHome(dataDir);
    expect([dir, note]).toEqual([path.join(await realpath(dataDir), 'postgres'), null]);
  });

  it('rejects to begin an empty database where the one that is there was closed off', async () => {
    const dir = await temporaryDirectory();
    const first = await start(path.join(dir, 'data'));
    await first.stop();
    await chmod(dir, 0o700);
    await expect(start(path.join(dir, 'data'))).rejects.toThrow(/can no longer enter/);
  });
});

function runningProgram(postgres: EmbeddedPostgres): string {
  return readlinkSync(`/proc/${postmasterPid(postgres)}/exe`);
}
