// Creates the data directory (PostgreSQL calls it a cluster) under a temporary name, with the roles and the
// database in it, and renames it last. A directory with the final name is therefore complete, and an
// interrupted creation simply starts again.
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Binaries } from './binaries.ts';
import { APPLICATION_ROLE, DATABASE, ROLE } from './endpoint.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { clusterIn } from './home.ts';
import { giveTo, type RunAs, run } from './run-as.ts';
import { hbaFileIn } from './settings.ts';
import { systemErrorCode } from './system-error.ts';

export interface ClusterInput {
  readonly home: string;
  readonly runAs: RunAs;
  readonly binaries: Binaries;
  readonly isDurable: boolean;
  readonly log: (line: string) => void;
}

export interface Passwords {
  readonly owner: string;
  readonly application: string;
}

const PARTIAL_PREFIX = 'cluster.partial-';

/** The bootstrap superuser has no password and no line here, so no client can connect as it. */
const HBA = [ROLE, APPLICATION_ROLE].map((role) => `local all ${role} scram-sha-256\n`).join('');

/** Uses the built-in collation, which sorts the same on every machine, whatever its C library or ICU. */
const INITDB_OPTIONS = [
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--username=postgres',
  '--auth=reject',
  '--no-instructions',
];

/**
 * Creates the data directory unless it exists, and returns the passwords of its roles. No PostgreSQL may be
 * running in it.
 */
export async function ensureCluster(input: ClusterInput): Promise<Passwords> {
  const { home, binaries } = input;
  const clusterDir = clusterIn(home);
  const version = await readIfThere(path.join(clusterDir, 'PG_VERSION'));
  if (version === undefined) await createCluster(input);
  else if (version.trim() !== binaries.major) {
    throw new EmbeddedPostgresError(
      `The database in ${clusterDir} was made by PostgreSQL ${version.trim()}, and this release brings PostgreSQL ${binaries.major}. ` +
        'Dump it with the release that made it and restore it into a new DATA_DIR, or set DATABASE_URL.',
    );
  }
  await rm(hbaFileIn(home), { force: true });
  await writeFile(hbaFileIn(home), HBA);
  // PostgreSQL reads it as another user, whatever the umask.
  await chmod(hbaFileIn(home), 0o644);
  return {
    owner: await readPassword(passwordFileIn(home)),
    application: await readPassword(applicationPasswordFileIn(home)),
  };
}

/**
 * Creates the data directory. The owner role can create databases (tests clone one) and trusted extensions,
 * but is not a superuser, as on a managed server.
 */
async function createCluster(input: ClusterInput): Promise<void> {
  const { home, runAs, isDurable } = input;
  input.log(`creating the database in ${clusterIn(home)}`);
  for (const name of (await readdir(home)).filter((each) => each.startsWith(PARTIAL_PREFIX))) {
    // A dying initdb can still create files here; a later start removes those.
    await rm(path.join(home, name), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  }
  // Use a unique name, because the initdb of a killed server can still be writing to the previous one.
  const partial = path.join(home, `${PARTIAL_PREFIX}${randomBytes(4).toString('hex')}`);
  await mkdir(partial, { mode: 0o700 });
  await giveTo(runAs, partial);
  const passwords = { owner: newPassword(), application: newPassword() };
  await writeSecret(passwordFileIn(home), passwords.owner);
  await writeSecret(applicationPasswordFileIn(home), passwords.application);
  const safety = isDurable ? ['--data-checksums'] : ['--no-data-checksums', '--no-sync'];
  await run(input.binaries.initdb, [`--pgdata=${partial}`, ...INITDB_OPTIONS, ...safety], runAs);
  await execute(partial, input, [
    `create role ${ROLE} login createdb password '${passwords.owner}'`,
    `create role ${APPLICATION_ROLE} login password '${passwords.application}'`,
    `create database ${DATABASE} owner ${ROLE}`,
  ]);
  await rename(partial, clusterIn(home)).catch((cause: unknown) => {
    const message = `${clusterIn(home)} holds files but no database (no PG_VERSION in it). Move it away, or set DATA_DIR.`;
    throw new EmbeddedPostgresError(message, { cause });
  });
  if (isDurable) await syncDirectory(home);
}

/** Runs statements without a network: the single-user server reads one statement per line. */
async function execute(dir: string, input: ClusterInput, statements: readonly string[]): Promise<void> {
  const fsync = `fsync=${input.isDurable ? 'on' : 'off'}`;
  const args = ['--single', '-D', dir, '-c', 'exit_on_error=on', '-c', fsync, 'postgres'];
  await run(input.binaries.postgres, args, input.runAs, `${statements.join('\n')}\n`);
}

function newPassword(): string {
  return randomBytes(24).toString('hex');
}

function passwordFileIn(home: string): string {
  return path.join(home, 'password');
}

function applicationPasswordFileIn(home: string): string {
  return path.join(home, 'application-password');
}

async function readPassword(file: string): Promise<string> {
  const password = await readIfThere(file);
  if (password !== undefined) return password;
  throw new EmbeddedPostgresError(`${file} is missing: the password of the database beside it.`);
}

/** Writes atomically: the file gets its name only when it is complete. */
async function writeSecret(file: string, secret: string): Promise<void> {
  const partial = `${file}.partial`;
  await rm(partial, { force: true });
  await writeFile(partial, secret, { flag: 'wx', mode: 0o600, flush: true });
  await rename(partial, file);
}

async function syncDirectory(dir: string): Promise<void> {
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  return await readFile(file, 'utf8').catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  });
}
