import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'vitest';
import type { TestApp } from '../../../support/test-app.ts';

/** Lists all stored files and all temporary files of uploads. */
export async function filesOf(t: TestApp): Promise<{ stored: string[]; temporary: string[] }> {
  return {
    stored: await filesBelow(path.join(t.dataDir, 'media')),
    temporary: await filesBelow(path.join(t.dataDir, 'tmp')),
  };
}

/** Waits until exactly these files are left, because temporary files are deleted after the response is sent. */
export async function expectOnly(t: TestApp, files: Awaited<ReturnType<typeof filesOf>>): Promise<void> {
  await expect.poll(() => filesOf(t)).toEqual(files);
}

export async function expectNoTemporaryFiles(t: TestApp): Promise<void> {
  await expect.poll(async () => (await filesOf(t)).temporary).toEqual([]);
}

async function filesBelow(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}
