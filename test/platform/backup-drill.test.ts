// The files in scripts/backup-drill.sh; instead of PostgreSQL's programs there are some that know one equal table.
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';

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

function drill(): { status: number | null; out: string; lastLine: string | undefined } {
  const script = path.join(PACKAGE_ROOT, 'scripts', 'backup-drill.sh');
  const run = spawnSync('bash', [script, 'postgres://127.0.0.1/market', path.join(home, 'backup'), media], {
    env: { PATH: `${path.join(home, 'bin')}:${process.env['PATH']}` },
    encoding: 'utf8',
  });
  const lines = `${run.stdout}${run.stderr}`.trim().split('\n');
  return { status: run.status, out: lines.join('\n'), lastLine: lines.at(-1) };
}

it('passes on a market without pictures', async () => {
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
  // Between the copy and the comparison.
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
    lastLine: expect.stringMatching(/media is no directory: name/),
  });
});
