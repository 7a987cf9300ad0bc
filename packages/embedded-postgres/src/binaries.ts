import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedPostgresUnavailable } from './errors.ts';
import { type BinaryPackage, programIn } from './locate-binaries.ts';
import { type RunAs, run } from './run-as.ts';
import { systemErrorCode } from './system-error.ts';

/** Programs that were tested under the user who will run them. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  readonly pgCtl: string;
  /** `18` */
  readonly major: string;
}

const NOT_WRITABLE = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * Returns the package's own binaries if they run in place, otherwise a copy below `home`. The package
 * directory can be closed to the user who runs PostgreSQL, or read-only without its library links. The caller
 * holds the lock of `home`, so no other process copies or runs the files that are removed here.
 */
export async function prepareBinaries(source: BinaryPackage, home: string, runAs: RunAs): Promise<Binaries> {
  if (await linkLibraries(source.dir)) {
    const inPlace = await tryBinaries(source.dir, runAs);
    if (!(inPlace instanceof Error)) return inPlace;
  }
  const copied = await tryBinaries(await copyBinaries(source, path.join(home, 'binaries')), runAs);
  if (copied instanceof Error) throw new EmbeddedPostgresUnavailable(reasonOf(copied), { cause: copied });
  return copied;
}

/**
 * Creates the symbolic links that the shared libraries need (`libpq.so.5`). npm packages cannot contain
 * links, so the package lists them for its install script, which does not run where install scripts are off.
 * Returns false if the directory is not writable.
 */
async function linkLibraries(packageDir: string): Promise<boolean> {
  const list = await readFile(path.join(packageDir, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const link of JSON.parse(list) as { source: string; target: string }[]) {
    const target = path.join(packageDir, link.target);
    if (existsSync(target)) continue;
    try {
      await symlink(path.relative(path.dirname(target), path.join(packageDir, link.source)), target);
    } catch (error) {
      const code = systemErrorCode(error) ?? '';
      if (NOT_WRITABLE.has(code)) return false;
      // Another process has just created it.
      if (code !== 'EEXIST') throw error;
    }
  }
  return true;
}

/** Keeps the copy for the next start. Replaces it if the package has another version. */
async function copyBinaries(source: BinaryPackage, root: string): Promise<string> {
  const copy = path.join(root, source.version);
  if (existsSync(copy)) return copy;
  await rm(root, { recursive: true, force: true });
  await mkdir(root, { recursive: true });
  await chmod(root, 0o755);
  const partial = `${copy}.partial`;
  await cp(source.dir, partial, { recursive: true, verbatimSymlinks: true });
  // The umask of the installation can have hidden the originals from other users.
  await run('chmod', ['-R', 'u+w,a+rX', partial], null);
  await linkLibraries(partial);
  await rename(partial, copy);
  return copy;
}

/**
 * Runs the programs, because that checks everything at once: permissions along the path, noexec, the loader,
 * every shared library.
 */
async function tryBinaries(packageDir: string, runAs: RunAs): Promise<Binaries | Error> {
  const initdb = programIn(packageDir, 'initdb');
  const postgres = programIn(packageDir, 'postgres');
  try {
    const version = await run(postgres, ['--version'], runAs);
    const major = /\(PostgreSQL\) (\d+)/.exec(version)?.[1];
    if (major === undefined) return new Error(`${postgres} --version says ${version.trim()}`);
    await run(initdb, ['--version'], runAs);
    return { initdb, postgres, pgCtl: programIn(packageDir, 'pg_ctl'), major };
  } catch (error) {
    // "No such file" about an existing program refers to its loader.
    if (systemErrorCode(error) === 'ENOENT' && existsSync(postgres) && existsSync(initdb)) {
      const reason = 'its binaries need glibc, and this system has another C library (musl)';
      throw new EmbeddedPostgresUnavailable(reason, { cause: error });
    }
    return error instanceof Error ? error : new Error(String(error));
  }
}

function reasonOf(error: Error): string {
  if (systemErrorCode(error) === 'EPERM')
    return 'it refuses to run as root, and this process may not become another user';
  return error.message.trim().replaceAll(/\s+/g, ' ').replace(/\.$/, '');
}
