import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { prepareDatabase } from '../../src/app/prepare-database.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@fifthwheel/embedded-postgres';
import { createLogger } from '../../src/platform/log.ts';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { createAdmin } from '../support/factories.ts';
import { withDatabase } from '../support/global-setup.ts';
import { canUse } from '../support/programs.ts';
import { createTestApp } from '../support/test-app.ts';
import {
  postmasterPid,
  query,
  start,
  temporaryDirectory,
} from '../../packages/embedded-postgres/test/harness.ts';

const WARNING = 'the role of DATABASE_URL owns the tables';

async function prepare(url: string, ownerUrl: string | null, mode: 'live' | 'sandbox' = 'live') {
  const lines: string[] = [];
  const log = createLogger('warn', { write: (line) => void lines.push(line) });
  await prepareDatabase({ url, ownerUrl, isEmbedded: false, mode, clock: systemClock, log });
  return lines.join('');
}

async function newDatabase(postgres: EmbeddedPostgres, name: string) {
  await query(postgres.url, `create database ${name}`);
  return {
    owner: withDatabase(postgres.url, name),
    application: withDatabase(postgres.applicationUrl, name),
  };
}

describe('the role that the program runs as', () => {
  let postgres: EmbeddedPostgres;
  let urls: { owner: string; application: string };
  beforeAll(async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'fw-test-'));
    // If the tests run as root, PostgreSQL uses another user, which needs access to the directory.
    await chmod(dataDir, 0o755);
    postgres = await startEmbeddedPostgres({ dataDir, durable: false, log: () => undefined });
    urls = await newDatabase(postgres, 'market');
    expect(await prepare(urls.application, urls.owner)).toBe('');
    return async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true });
    };
  });

  it.each([
    'alter table audit_log disable trigger all',
    'drop trigger audit_log_append_only on audit_log',
    'create or replace function refuse_audit_change() returns trigger language plpgsql as $$ begin return new; end $$',
    "update audit_log set action = 'other'",
    'delete from audit_log',
    'truncate audit_log',
    'set session_replication_role = replica',
    'set role fifthwheel',
    'truncate listings',
    'drop table listings',
    'create table notes (body text)',
    "insert into schema_migrations values ('209901010900-later', now(), true)",
    'create database other',
  ])('may not: %s', async (statement) => {
    await expect(query(urls.application, statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('is enough to serve: an administrator acts, and the chain verifies', async () => {
    const t = await createTestApp({ databaseUrl: urls.application });
    const admin = await createAdmin(t);
    const changed = await t.put(
      '/api/admin/settings/listings.moderation',
      { value: 'manual' },
      { as: admin },
    );
    expect(changed.status).toBe(200);
    await t.drainJobs();
    const verified = await t.get('/api/admin/audit-log/verify', { as: admin });
    expect(verified.body.data).toMatchObject({ valid: true, checked: 1 });
    await t.close();
  });

  it('gets grants that a later migration adds, loses excess ones, and is unchanged if all are correct', async () => {
    await query(urls.owner, 'create table later (n int generated always as identity)');
    await query(urls.owner, 'grant update, truncate on audit_log to fifthwheel_app');
    await prepare(urls.application, urls.owner);
    await query(urls.application, 'insert into later default values');
    await expect(query(urls.application, "update audit_log set action = ''")).rejects.toThrow(
      /permission denied/,
    );
    const acls = () =>
      query(urls.owner, "select xmin, relacl from pg_class where relname in ('audit_log', 'later')");
    const before = await acls();
    await Promise.all(Array.from({ length: 3 }, () => prepare(urls.application, urls.owner)));
    expect(await acls()).toEqual(before);
    await query(urls.owner, 'drop table later');
  });

  it('serves on a migrated database without the owner, and says who must migrate one that is not', async () => {
    expect(await prepare(urls.application, null)).toBe('');
    const empty = await newDatabase(postgres, 'empty');
    await expect(prepare(empty.application, null)).rejects.toThrow(
      /run `(?:npm run|fifthwheel) migrate` with DATABASE_OWNER_URL/,
    );
    await expect(prepare(empty.application, urls.owner)).rejects.toThrow('both must name the same');
  });

  it('is warned of when it owns the tables', async () => {
    const single = await newDatabase(postgres, 'single');
    expect(await prepare(single.owner, null)).toContain(WARNING);
    expect(await prepare(single.owner, single.owner)).toContain(WARNING);
    await expect(query(single.owner, 'delete from audit_log')).resolves.toEqual([]);
  });

  it('may empty tables in a sandbox, but the audit log', async () => {
    const sandbox = await newDatabase(postgres, 'sandbox');
    await prepare(sandbox.application, sandbox.owner, 'sandbox');
    await query(sandbox.application, 'truncate sandbox_mails');
    await expect(query(sandbox.application, 'truncate audit_log')).rejects.toMatchObject({ code: '42501' });
  });
});

describe.skipIf(!canUse('deploy/database-roles.sql', 'psql'))('deploy/database-roles.sql', () => {
  it('hands a database that has run with one role over to two, and may be run again', async () => {
    const postgres = await start(await temporaryDirectory());
    await prepare(postgres.url, null);
    // Trust the bootstrap superuser, as a self-hosted server does.
    const hba = path.join(path.dirname(postgres.dataDir), 'pg_hba.conf');
    await writeFile(hba, `local all postgres trust\nlocal all all scram-sha-256\n`);
    process.kill(postmasterPid(postgres), 'SIGHUP');
    const superuser = new URL(postgres.url);
    superuser.username = 'postgres';
    const script = path.join(PACKAGE_ROOT, 'deploy', 'database-roles.sql');
    const handOver = () =>
      spawnSync('psql', ['-X', '-v', 'ON_ERROR_STOP=1', '-d', superuser.href, '-f', script], {
        env: { ...process.env, OWNER_PASSWORD: 'first', APPLICATION_PASSWORD: "it's second" },
        encoding: 'utf8',
      });
    await vi.waitUntil(() => query(superuser.href, 'select 1').then(Boolean, () => false));
    for (const run of [handOver(), handOver()]) expect(run).toMatchObject({ status: 0, stderr: '' });
    const as = (role: string, password: string): string => {
      const url = new URL(postgres.url);
      url.username = role;
      url.password = password;
      return url.href;
    };
    const application = as('fifthwheel_app', "it's second");
    expect(await prepare(application, as('fifthwheel_owner', 'first'))).toBe('');
    expect(await query(application, 'select count(*)::int as n from audit_log')).toEqual([{ n: 0 }]);
    await expect(query(application, 'delete from audit_log')).rejects.toMatchObject({ code: '42501' });
    expect(
      await query(
        superuser.href,
        // Objects of extensions stay with the role that installed them.
        `select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace
           and c.relowner <> 'fifthwheel_owner'::regrole
         union all select proname from pg_proc
         where pronamespace = 'public'::regnamespace and proowner <> 'fifthwheel_owner'::regrole
           and not exists (select from pg_depend d where d.objid = pg_proc.oid and d.deptype = 'e')`,
      ),
    ).toEqual([]);
  });
});
