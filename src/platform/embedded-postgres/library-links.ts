// npm packages cannot hold symbolic links, so the binaries come with a list of those that their shared libraries need
// (`libpq.so.5` to `libpq.so.5.18`). The package's install script makes them; where install scripts are off, we do.
import { readFile, stat, symlink, unlink } from 'node:fs/promises';
import path from 'node:path';
import { systemErrorCode } from '../errors/system-error.ts';

/** Both relative to the package directory. */
interface LibraryLink {
  readonly source: string;
  readonly target: string;
}

const NOT_WRITABLE = new Set(['EACCES', 'EPERM', 'EROFS']);

/** Makes the links that are missing; false when there are some and the directory is not ours to write to. */
export async function linkLibraries(packageDir: string): Promise<boolean> {
  try {
    for (const link of await readLinks(packageDir)) await ensureLink(packageDir, link);
    return true;
  } catch (error) {
    if (NOT_WRITABLE.has(systemErrorCode(error) ?? '')) return false;
    throw error;
  }
}

async function readLinks(packageDir: string): Promise<readonly LibraryLink[]> {
  try {
    return JSON.parse(
      await readFile(path.join(packageDir, 'native', 'pg-symlinks.json'), 'utf8'),
    ) as LibraryLink[];
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw error;
  }
}

async function ensureLink(packageDir: string, link: LibraryLink): Promise<void> {
  const target = path.join(packageDir, link.target);
  if (await exists(target)) return;
  const source = path.relative(path.dirname(target), path.join(packageDir, link.source));
  try {
    await symlink(source, target);
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
    // Another process made it just now, unless it is a link that leads nowhere.
    if (await exists(target)) return;
    await unlink(target);
    await symlink(source, target);
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}
