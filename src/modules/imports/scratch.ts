import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';

/** A temporary directory, removed with its contents when `work` is done. */
export async function inScratch<T>(root: string, work: (directory: string) => Promise<T>): Promise<T> {
  await mkdir(root, { recursive: true });
  const directory = await mkdtemp(path.join(root, 'import-'));
  try {
    return await work(directory);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}
