// The cluster (PostgreSQL's word for its data directory) is made aside, with the role and the database in it, and takes
// its name last. So a cluster that has its name is whole, and one that was killed in the making is simply made again.
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import { APPLICATION_ROLE, DATABASE, ROLE } from './endpoint.ts';
import { systemErrorCode } from '../errors/system-error.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { clusterIn } from './home.ts';
import { giveTo, type RunAs, run } from './run-as.ts';
import { hbaFileIn } from './settings.ts';

export interface ClusterInput {
  readonly home: string;
  readonly runAs: RunAs;
  readonly binaries: Binaries;
  readonly isDurable: boolean;
  readonly log: (line: string) => void;
}

const PARTIAL_PREFIX = 'cluster.partial-';

/** The bootstrap superuser has no password and no line here: nobody connects as it. */
const HBA = [ROLE, APPLICATION_ROLE]
  .map((role) => `local all ${role} scram-sha-256\nhost all ${role} 127.0.0.1/32 scram-sha-256\n`)
  .join('');

export interface Passwords {
  readonly owner: string;
  readonly application: string;
}

/** Sessions of a killed PostgreSQL hold its memory until their running statement ends. */
const SURVIVORS_WAIT_MS = 30_000;
const SURVIVORS_POLL_MS = 100;

/** Makes the cluster unless there is one, and gives the passwords of its roles. No PostgreSQL may be running in it. */
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
  await writeFile(hbaFileIn(home), HBA, { mode: 0o644 });
  const owner = await readIfThere(passwordFileIn(home));
  if (owner === undefined) {
    throw new EmbeddedPostgresError(
      `${passwordFileIn(home)} is missing: the password of the database beside it.`,
    );
  }
  const application = await readIfThere(applicationPasswordFileIn(home));
  return { owner, application: application ?? (await addApplicationRole(input)) };
}

async function createCluster(input: ClusterInput): Promise<void> {
  const { home, runAs, isDurable } = input;
  input.log(`creating the database in ${clusterIn(home)}`);
  await removePartials(home);
  // A name of its own: the initdb of a killed server may still be at work on the last one.
  const partial = path.join(home, `${PARTIAL_PREFIX}${randomBytes(4).toString('hex')}`);
  await mkdir(partial, { mode: 0o700 });
  await giveTo(runAs, partial);
  const passwords = { owner: newPassword(), application: newPassword() };
  await writeSecret(passwordFileIn(home), passwords.owner);
  await writeSecret(applicationPasswordFileIn(home), passwords.application);
  await initialise(partial, input);
  await createRolesAndDatabase(partial, passwords, input);
  await renameCluster(partial, clusterIn(home));
  if (isDurable) await syncDirectory(home);
}

async function removePartials(home: string): Promise<void> {
  const partials = (await readdir(home)).filter((name) => name.startsWith(PARTIAL_PREFIX));
  // What a dying initdb keeps filling is removed by a later start.
  const remove = (name: string) => rm(path.join(home, name), { recursive: true, force: true, maxRetries: 3 });
  await Promise.allSettled(partials.map(remove));
}

/** The collation is the built-in one: the same order on every machine, whatever its C library or ICU says. */
async function initialise(dir: string, { binaries, runAs, isDurable }: ClusterInput): Promise<void> {
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const options = ['--username=postgres', '--auth=reject', '--data-checksums', '--no-instructions'];
  const sync = isDurable ? [] : ['--no-sync'];
  await run(binaries.initdb, [`--pgdata=${dir}`, ...locale, ...options, ...sync], runAs);
}

/**
 * The owner may create databases (tests clone one) and trusted extensions, and is no superuser, as it would be none on
 * a managed server.
 */
async function createRolesAndDatabase(dir: string, passwords: Passwords, input: ClusterInput): Promise<void> {
  await execute(dir, input, [
    `create role ${ROLE} login createdb password '${passwords.owner}'`,
    `create role ${APPLICATION_ROLE} login password '${passwords.application}'`,
    `create database ${DATABASE} owner ${ROLE}`,
  ]);
}

/**
 * For a cluster of a release that had one role. The password is written last: a start that was killed before it sets
 * another one.
 */
async function addApplicationRole(input: ClusterInput): Promise<string> {
  input.log('adding the role that the program runs as to the database');
  const password = newPassword();
  const statements = [
    `do $$ begin if not exists (select from pg_roles where rolname = '${APPLICATION_ROLE}') then create role ${APPLICATION_ROLE}; end if; end $$`,
    `alter role ${APPLICATION_ROLE} login password '${password}'`,
  ];
  for (let waitedMs = 0; ; waitedMs += SURVIVORS_POLL_MS) {
    try {
      await execute(clusterIn(input.home), input, statements);
      break;
    } catch (error) {
      const mayPass = String(error).includes('pre-existing shared memory block');
      if (!mayPass || waitedMs >= SURVIVORS_WAIT_MS) throw error;
      await wait(SURVIVORS_POLL_MS);
    }
  }
  await writeSecret(applicationPasswordFileIn(input.home), password);
  return password;
}

/** Without a network: the single-user server reads one statement a line. */
async function execute(dir: string, input: ClusterInput, statements: readonly string[]): Promise<void> {
  const fsync = `fsync=${input.isDurable ? 'on' : 'off'}`;
  const args = ['--single', '-D', dir, '-c', 'exit_on_error=on', '-c', fsync, 'postgres'];
  await run(input.binaries.postgres, args, input.runAs, `${statements.join('\n')}\n`);
}

async function renameCluster(partial: string, clusterDir: string): Promise<void> {
  try {
    await rename(partial, clusterDir);
  } catch (cause) {
    const message = `${clusterDir} holds files but no database (no PG_VERSION in it). Move it away, or set DATA_DIR.`;
    throw new EmbeddedPostgresError(message, { cause });
  }
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

/** The file has its name only once it is whole. */
async function writeSecret(file: string, secret: string): Promise<void> {
  const partial = `${file}.partial`;
  await rm(partial, { force: true });
  const handle = await open(partial, 'wx', 0o600);
  try {
    await handle.writeFile(secret);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(partial, file);
}

async function syncDirectory(dir: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(dir, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function readIfThere(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
