import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { systemErrorCode } from '../errors/system-error.ts';

/** The headers of a mail that we write fit into it. */
const HEAD_BYTES = 8192;

/** Mails that were written as files because there is no mail server. */
export class MailFiles {
  readonly #directory: string;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Deletes those that were written before an instant. */
  async purge(before: Date): Promise<void> {
    await this.#removeIf(async (file) => (await stat(file)).mtime < before);
  }

  /** Deletes those to any of these addresses, in lower case. */
  async forget(addresses: readonly string[]): Promise<void> {
    await this.#removeIf(async (file) => {
      const to = /^To: (.*)$/m
        .exec(await headOf(file))?.[1]
        ?.trim()
        .toLowerCase();
      return to !== undefined && addresses.includes(to);
    });
  }

  async #removeIf(isOver: (file: string) => Promise<boolean>): Promise<void> {
    const names = await readdir(this.#directory).catch(absent([]));
    for (const name of names.filter((each) => /\.eml(?:\.part)?$/.test(each))) {
      const file = path.join(this.#directory, name);
      if (await isOver(file).catch(absent(false))) await rm(file, { force: true });
    }
  }
}

async function headOf(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The value for what does not exist, or was deleted meanwhile. */
function absent<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (systemErrorCode(error) === 'ENOENT') return value;
    throw error;
  };
}
