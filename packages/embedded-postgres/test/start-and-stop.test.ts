import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { processesNaming, startChildServer } from './child-server.ts';
import { IS_LINUX, notes, query, start, temporaryDirectory } from './harness.ts';

describe('first start and restart', () => {
  it('makes a durable cluster with checksums, reachable with a password through a private socket', async () => {
    const dataDir = await temporaryDirectory();
    const postgres = await start(dataDir, { durable: true });
    const [settings] = await query(
      postgres.url,
      `select current_setting('fsync') as fsync, current_setting('synchronous_commit') as sync,
              current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding,
              current_setting('listen_addresses') as addresses, current_setting('timezone') as zone,
              lower('ÄÖ') as lowered, (select rolsuper from pg_roles where rolname = current_user) as superuser`,
    );
    expect(settings).toEqual({
      fsync: 'on',
      sync: 'on',
      checksums: 'on',
      encoding: 'UTF8',
      addresses: '',
      zone: 'UTC',
      lowered: 'äö',
      superuser: false,
    });
    expect(postgres.note).toBeNull();
    const home = path.join(dataDir, 'postgres');
    expect(postgres.dataDir).toBe(path.join(home, 'cluster'));
    expect((await stat(path.join(home, 'password'))).mode & 0o777).toBe(0o600);
    const socketDir = new URL(postgres.url).searchParams.get('host');
    expect((await stat(socketDir!)).mode & 0o777).toBe(0o700);
    const wrong = new URL(postgres.url);
    wrong.password = 'guess';
    await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    wrong.username = 'postgres';
    await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28000' });
  });

  it('offers the extensions that the schema may use, to its ordinary role', async () => {
    const { url } = await start(await temporaryDirectory());
    for (const name of ['pg_trgm', 'unaccent', 'citext', 'btree_gin'])
      await query(url, `create extension ${name}`);
    expect(await query(url, "select unaccent('Müller') as plain")).toEqual([{ plain: 'Muller' }]);
  });

  it('keeps rows and password over a restart', async () => {
    const dataDir = await temporaryDirectory();
    const first = await start(dataDir);
    await query(first.url, "create table notes as select 'kept' as body");
    await first.stop();
    const second = await start(dataDir);
    expect(await notes(second.url)).toEqual(['kept']);
    expect(second.url).toBe(first.url);
  });

  it('takes settings of the caller, but not where it listens', async () => {
    const settings = { work_mem: '3MB', listen_addresses: '*' };
    const { url } = await start(await temporaryDirectory(), { settings });
    expect(await query(url, 'show work_mem')).toEqual([{ work_mem: '3MB' }]);
    expect(await query(url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
  });

  it('works below a directory with spaces, quotes and a path too long for a socket', async () => {
    const dataDir = path.join(await temporaryDirectory(), `it's a "data", 100% #1 ${'x'.repeat(80)}`);
    const postgres = await start(dataDir);
    expect(await query(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    const socketDir = new URL(postgres.url).searchParams.get('host')!;
    expect(path.dirname(socketDir)).toBe(os.tmpdir());
    await postgres.stop();
    expect(existsSync(socketDir)).toBe(false);
  });

  it('says what PostgreSQL says when it does not start, and can be started again', async () => {
    const dataDir = await temporaryDirectory();
    await expect(start(dataDir, { settings: { shared_buffers: 'plenty' } })).rejects.toThrow(
      /shared_buffers.*plenty/,
    );
    const { url } = await start(dataDir);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

describe('stop', () => {
  it('ends open sessions, leaves no process or socket, and logs it', async () => {
    const dataDir = await temporaryDirectory();
    const postgres = await start(dataDir);
    const client = new pg.Client({ connectionString: postgres.url });
    const ended = new Promise<string>((resolve) => client.on('error', (error) => resolve(error.message)));
    await client.connect();
    await Promise.all([postgres.stop(), postgres.stop()]);
    expect(await ended).toMatch(/terminating connection/);
    expect(await postgres.exited).toEqual({ code: 0, signal: null, isRequested: true });
    expect(existsSync(path.join(dataDir, 'postgres/socket'))).toBe(false);
    expect(existsSync(path.join(postgres.dataDir, 'postmaster.pid'))).toBe(false);
    if (IS_LINUX) await vi.waitUntil(() => processesNaming(dataDir).length === 0, { timeout: 10_000 });
  });

  it('leaves the database up for a server that drains after an interrupt to its process group', async () => {
    const dataDir = await temporaryDirectory();
    const child = startChildServer({ dataDir });
    await child.waitForEvent('ready');
    process.kill(-child.pid, 'SIGINT');
    await child.waitForEvent('stopped');
    const { url } = await start(dataDir);
    expect(await notes(url)).toEqual(['from the child', 'while draining']);
  });
});
