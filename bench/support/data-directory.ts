import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * For a server whose data goes after the run. Started by root, PostgreSQL runs as another user; if that one could not
 * enter, the database would be elsewhere, and stay.
 */
export async function temporaryDataDirectory(): Promise<string> {
  const directory = await mkdtemp(path.join(tmpdir(), 'fifthwheel-bench-'));
  await chmod(directory, 0o711);
  return directory;
}

/** Reads files that a server keeps in its data directory for other programs. */
export async function readServerFiles(
  dataDir: string,
  name: 'app-secret' | 'database-url' | 'database-application-url',
): Promise<string> {
  return (await readFile(path.join(dataDir, name), 'utf8')).trim();
}
