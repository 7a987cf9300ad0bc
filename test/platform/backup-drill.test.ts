// scripts/backup-drill.sh: its file checks, with fake programs that report one equal table; and a full marketplace, with
// PostgreSQL's real programs.
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import pg from 'pg';
import { freePort } from '../../bench/support/server.ts';
import { seedTaxonomy } from '../../src/modules/taxonomy/seed-database.repository.ts';
import { createDatabase, createPool } from '../../src/platform/db/database.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { sendFiles } from '../http/media/support/form.ts';
import { jpeg } from '../http/media/support/pictures.ts';
import {
  debianPrograms,
  startDebianPostgres,
} from '../../packages/embedded-postgres/test/debian-postgres.ts';
import { createListing, createSeller } from '../support/factories.ts';
import { canUse } from '../support/programs.ts';
import { createTestApp } from '../support/test-app.ts';

const PSQL = `#!/bin/sh
case "$*" in *' -c '*) exit 0 ;; esac
while read -r line; do
  case $line in
    *pg_export_snapshot*) echo snapshot ;;
    *gexec) echo 'listings|3|42' ;;
    *'echo end') echo end ;;
  esac
done
`;

let home: string;
let media: string;
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'fifthwheel-drill-'));
  media = path.join(home, 'media');
  await mkdir(path.join(home, 'bin'));
  for (const [name, text] of [
    ['psql', PSQL],
    ['pg_dump', '#!/bin/sh\n'],
    ['pg_restore', '#!/bin/sh\n'],
  ] as const)
    await writeFile(path.join(home, 'bin', name), text, { mode: 0o755 });
});
afterEach(() => rm(home, { recursive: true, force: true }));

function drill(options: { url?: string; programs?: string; files?: string } = {}): {
  status: number | null;
  out: string;
  lastLine: string | undefined;
} {
  const script = path.join(PACKAGE_ROOT, 'scripts', 'backup-drill.sh');
  const { url = 'postgres://127.0.0.1/market', programs = path.join(home, 'bin'), files = media } = options;
  const run = spawnSync('bash', [script, url, path.join(home, 'backup'), ...(files === '' ? [] : [files])], {
    env: { PATH: `${programs}:${process.env['PATH']}` },
    encoding: 'utf8',
  });
  const lines = `${run.stdout}${run.stderr}`.trim().split('\n');
  return { status: run.status, out: lines.join('\n'), lastLine: lines.at(-1) };
}

it('passes on a market without images', async () => {
  await mkdir(path.join(media, 'public'), { recursive: true });
  const { status, out, lastLine } = drill();
  expect(out).toContain('1 tables are equal\n0 files are equal');
  expect([status, lastLine]).toEqual([0, 'the backup can be restored']);
});

it('compares every file, whatever its name', async () => {
  await mkdir(path.join(media, 'with spaces'), { recursive: true });
  await writeFile(path.join(media, 'with spaces', 'a b.webp'), 'a');
  await writeFile(path.join(media, 'c.webp'), 'c');
  expect(drill()).toMatchObject({ status: 0, out: expect.stringContaining('2 files are equal') });
});

it('fails where a file is not as it was copied', async () => {
  await mkdir(media);
  await writeFile(path.join(media, 'a.webp'), 'before');
  // Changes the file between the copy and the comparison.
  await writeFile(path.join(home, 'bin', 'pg_restore'), `#!/bin/sh\necho after > '${media}/a.webp'\n`, {
    mode: 0o755,
  });
  const { status, out } = drill();
  expect(status).toBe(1);
  expect(out).toContain('a.webp: FAILED');
  expect(out).not.toContain('the backup can be restored');
});

it('says that a directory is not there before anything is dumped', () => {
  expect(drill()).toMatchObject({
    status: 2,
    lastLine: expect.stringMatching(/media is not a directory: name/),
  });
});

const PROGRAMS = await debianPrograms();
const programs = ['postgres', 'initdb', 'pg_ctl', 'psql', 'pg_dump', 'pg_restore'];
const isShown = canUse(
  'that a market is restored by programs of PostgreSQL',
  ...programs.map((name) => path.join(PROGRAMS, name)),
);

it.runIf(isShown)(
  'restores a market row by row with the documented roles, and misses files that rows name',
  { timeout: 120_000 },
  async () => {
    await mkdir(media);
    const { serverUrl, stop } = await startDebianPostgres(PROGRAMS, await freePort());
    try {
      const url = serverUrl.replace(/postgres$/, 'market');
      const server = new pg.Client(serverUrl);
      await server.connect();
      await server.query('create database market');
      const roles = spawnSync(
        path.join(PROGRAMS, 'psql'),
        ['-X', '-v', 'ON_ERROR_STOP=1', '-f', path.join(PACKAGE_ROOT, 'deploy', 'database-roles.sql'), url],
        { env: { OWNER_PASSWORD: 'a', APPLICATION_PASSWORD: 'b' }, encoding: 'utf8' },
      );
      expect(roles).toMatchObject({ status: 0, stderr: '' });
      const ownerUrl = url.replace('owner@', 'fifthwheel_owner@');
      await prepareDatabase(ownerUrl);
      const t = await createTestApp({ databaseUrl: ownerUrl, env: { DELETED_FILES_DAYS: '7' } });
      const seller = await createSeller(t);
      const { listingId } = await createListing(t, seller);
      const images = `/api/seller/listings/${listingId}/images`;
      const sent = await sendFiles(t, images, [{ content: await jpeg() }], { as: seller });
      expect(sent.status).toBe(201);

      const files = path.join(t.dataDir, 'media');
      const whole = drill({ url: ownerUrl, programs: PROGRAMS, files });
      expect([whole.status, whole.lastLine]).toEqual([0, 'the backup can be restored']);
      expect(Number(/(\d+) tables are equal/.exec(whole.out)?.[1])).toBeGreaterThan(60);
      expect(whole.out).toMatch(/^6 files that rows name are there$/m);

      const empty = drill({ url: ownerUrl, programs: PROGRAMS });
      expect(empty.status).toBe(1);
      expect(empty.out).toContain('FAILED: 6 of 6 files that rows name are not in the backup');
      expect(empty.out).not.toContain('can be restored');

      const unchecked = drill({ url: ownerUrl, programs: PROGRAMS, files: '' });
      expect([unchecked.status, unchecked.lastLine]).toEqual([
        0,
        expect.stringMatching(/^the database can be restored; the 6 files .* were not checked/),
      ]);

      // Simulates files that were copied after a deletion that the dump does not contain yet.
      const stored = t.app.platform.files;
      await stored.retire(await stored.namedOf(await keysOf(files)));
      expect(drill({ url: ownerUrl, programs: PROGRAMS, files })).toMatchObject({ status: 0 });
      await t.close();

      // The dump restores the data, and the drill has dropped its restored copy.
      await server.query('create database restored');
      const restored = serverUrl.replace(/postgres$/, 'restored');
      const dump = path.join(home, 'backup', 'database.dump');
      const restore = spawnSync(path.join(PROGRAMS, 'pg_restore'), [
        '--no-owner',
        `--dbname=${restored}`,
        dump,
      ]);
      expect(restore.status).toBe(0);
      const other = await createTestApp({ databaseUrl: restored });
      expect((await other.get(`/api/listings/${listingId}`)).status).toBe(200);
      expect((await other.get('/readyz')).status).toBe(200);
      await other.close();
      const { rows } = await server.query(
        "select datname from pg_database where datname like 'fifthwheel_drill%'",
      );
      expect(rows).toEqual([]);
      await server.end();
    } finally {
      await stop();
    }
  },
);

async function keysOf(files: string): Promise<string[]> {
  const names = await readdir(files, { recursive: true });
  return names.filter((name) => path.extname(name) !== '');
}

async function prepareDatabase(url: string): Promise<void> {
  const db = createDatabase(createPool({ url, max: 2, applicationName: 'test', onError: () => {} }));
  await migrate(db);
  await seedTaxonomy(db, new Date());
  await db.destroy();
}
