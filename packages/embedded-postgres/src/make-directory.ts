import { chmod, mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Others may pass through, and list nothing. */
const ENTERABLE = 0o711;

/**
 * Creates a directory and its missing parents. Those that root creates can be entered by others whatever the umask, because PostgreSQL runs
 * below them as an unprivileged user; existing ones keep their modes.
 */
export async function makeDirectory(directory: string): Promise<void> {
  // Step by step: the recursive `mkdir` of Node.js never ends where nothing can be made (/proc).
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
