/** Files below /media: their names and their addresses. */
import { randomBytes } from 'node:crypto';
import { addMs, HOUR_MS } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { JobDefinition } from '../../platform/jobs/job.ts';
import type { Platform } from '../../platform/module.ts';
import { ADDRESS_COLUMNS, findNotedBaseUrl, noteBaseUrl, rebaseSome } from './addresses.repository.ts';

/** Rows of a statement. */
const BATCH = 500;
const NAME_BYTES = 16;

/** Below `media/`: a folder for the kind, one of 256 folders so that none grows too large, a name nobody can guess. */
export function newFileName(kind: string): string {
  const name = randomBytes(NAME_BYTES).toString('hex');
  return `media/${kind}/${name.slice(0, 2)}/${name}`;
}

/** A process that is being replaced still writes the former address: this much later all are looked at again. */
const AGAIN_AFTER_MS = HOUR_MS;

export interface RebasePosition {
  /** An index of ADDRESS_COLUMNS. */
  readonly column?: number;
  readonly after?: string;
  /** A second look after a change. */
  readonly isAgain?: boolean;
}

type AddressParts = Pick<Platform, 'db' | 'clock' | 'jobs'> & {
  readonly config: { readonly baseUrl: string };
};

export class PublicAddresses {
  readonly #parts: AddressParts;

  constructor(parts: AddressParts) {
    this.#parts = parts;
  }

  urlOf(key: string): string {
    return `${this.#parts.config.baseUrl}/${key}`;
  }

  /** At a start: stored addresses are rewritten only when BASE_URL is another than the last time. */
  async follow(): Promise<void> {
    const { db, jobs, config } = this.#parts;
    if ((await findNotedBaseUrl(db)) === config.baseUrl) return;
    await inTransaction(db, (trx) => jobs.enqueue(trx, this.rebaseJob, {}, { dedupeKey: 'start' }));
  }

  readonly rebaseJob: JobDefinition<RebasePosition> = {
    name: 'media.rebase-addresses',
    lane: 'whenever',
    run: async ({ column: first = 0, after: start = '', isAgain = false }, context) => {
      const { db, clock, jobs, config } = this.#parts;
      const base = `${config.baseUrl}/media/`;
      for (let column = first, after: string | null = start; ; after = '') {
        const address = ADDRESS_COLUMNS[column];
        if (address === undefined) break;
        while (after !== null) {
          context.signal.throwIfAborted();
          const from: string = after;
          after = await inTransaction(db, (trx) =>
            rebaseSome(trx, address, { base, after: from, limit: BATCH }),
          );
          if (after !== null && !(await context.proceed({ column, after, isAgain }))) return;
        }
        column += 1;
      }
      if (isAgain) return;
      await inTransaction(db, async (trx) => {
        const noted = await findNotedBaseUrl(trx);
        await noteBaseUrl(trx, config.baseUrl);
        if (noted === undefined) return;
        const runAt = addMs(clock.now(), AGAIN_AFTER_MS);
        await jobs.enqueue(trx, this.rebaseJob, { isAgain: true }, { runAt, dedupeKey: 'again' });
      });
    },
  };
}
