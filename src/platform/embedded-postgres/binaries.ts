import { existsSync } from 'node:fs';
import { copyBinaries } from './copy-binaries.ts';
import { systemErrorCode } from '../errors/system-error.ts';
import { EmbeddedPostgresUnavailable } from './errors.ts';
import { linkLibraries } from './library-links.ts';
import { type BinaryPackage, programIn } from './locate-binaries.ts';
import { type RunAs, run } from './run-as.ts';

/** Programs that were seen to run under the user that will run them. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** `18` */
  readonly major: string;
}

/**
 * The package's own binaries where they run as they are, else a copy of them below `home`: the directory of the
 * package may be closed to the user who runs PostgreSQL, read-only without its library links, or mounted noexec.
 */
export async function prepareBinaries(source: BinaryPackage, home: string, runAs: RunAs): Promise<Binaries> {
  if (await linkLibraries(source.dir)) {
    const inPlace = await tryBinaries(source.dir, runAs);
    if (!(inPlace instanceof Error)) return inPlace;
  }
  const copied = await tryBinaries(await copyBinaries(source, home), runAs);
  if (copied instanceof Error) throw new EmbeddedPostgresUnavailable(reasonOf(copied), { cause: copied });
  return copied;
}

/** Running them asks everything at once: rights along the path, noexec, the loader, every shared library. */
async function tryBinaries(packageDir: string, runAs: RunAs): Promise<Binaries | Error> {
  const initdb = programIn(packageDir, 'initdb');
  const postgres = programIn(packageDir, 'postgres');
  try {
    const [version] = await Promise.all([
      run(postgres, ['--version'], runAs),
      run(initdb, ['--version'], runAs),
    ]);
    const major = /\(PostgreSQL\) (\d+)/.exec(version)?.[1];
    return major === undefined
      ? new Error(`${postgres} --version says ${version.trim()}`)
      : { initdb, postgres, major };
  } catch (error) {
    // "No such file" about a program that exists is about its loader.
    if (systemErrorCode(error) === 'ENOENT' && existsSync(postgres) && existsSync(initdb)) {
      const reason = 'its binaries need glibc, and this system has another C library (musl)';
      throw new EmbeddedPostgresUnavailable(reason, { cause: error });
    }
    return error instanceof Error ? error : new Error(String(error));
  }
}

function reasonOf(error: Error): string {
  if (systemErrorCode(error) === 'EPERM') {
    return 'it refuses to run as root, and this process may not become another user';
  }
  return error.message.trim().replaceAll(/\s+/g, ' ').replace(/\.$/, '');
}
