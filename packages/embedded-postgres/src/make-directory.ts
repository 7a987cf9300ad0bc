import { chmod, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Other users can pass through but not list the directory. */
const ENTERABLE = 0o711;

/**
 * Creates a directory and its missing parents. Directories that root creates can be entered by others
 * whatever the umask, because PostgreSQL runs below them as an unprivileged user. Existing ones keep their
 * modes.
 */
export async function makeDirectory(directory: string): Promise<void> {
  // Create one level at a time: the recursive `mkdir` of Node.js never returns where no directory can be
  // created (/proc).
  if (await isDirectory(directory)) return;
  const parent = path.dirname(directory);
  if (parent !== directory) await makeDirectory(parent);
  try {
    await mkdir(directory);
  } catch (error) {
    if (!(await isDirectory(directory))) throw error;
    return;
  }
  if (process.geteuid?.() === 0) await chmod(directory, ENTERABLE);
}

async function isDirectory(name: string): Promise<boolean> {
  return (await stat(name).catch(() => null))?.isDirectory() === true;
}
