import { randomBytes } from 'node:crypto';
import { addMs, HOUR_MS } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { JobDefinition } from '../../platform/jobs/job.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { ADDRESS_COLUMNS, findRecordedBaseUrl, recordBaseUrl, rebaseSome } from './addresses.repository.ts';

/** Rows per statement. */
const BATCH = 500;
const NAME_BYTES = 16;

/**
 * Returns a name below `media/`: a folder per kind, one of 256 folders so that none grows too large, and an
 * unguessable name.
 */
export function newFileName(kind: string): string {
  const name = randomBytes(NAME_BYTES).toString('hex');
  return `media/${kind}/${name.slice(0, 2)}/${name}`;
}

/** A process of the previous version may still write the former address: check all again after this time. */
const AGAIN_AFTER_MS = HOUR_MS;

interface RebasePosition {
  /** Index in ADDRESS_COLUMNS. */
  readonly column?: number;
  readonly after?: string;
  /** The second pass after a change. */
  readonly isAgain?: boolean;
}

type AddressParts = Pick<Platform, 'db' | 'clock' | 'jobs'> & {
  readonly config: { readonly baseUrl: string };
};

export class PublicAddresses extends Service<AddressParts> {
  urlOf(key: string): string {
    return `${this.parts.config.baseUrl}/${key}`;
  }

  /** Called at start: rewrites stored addresses if BASE_URL has changed. */
  async follow(): Promise<void> {
    const { db, jobs, config } = this.parts;
    if ((await findRecordedBaseUrl(db)) === config.baseUrl) return;
    await inTransaction(db, (trx) => jobs.enqueue(trx, this.rebaseJob, {}, { dedupeKey: 'start' }));
  }

  readonly rebaseJob: JobDefinition<RebasePosition> = {
    name: 'media.rebase-addresses',
    lane: 'whenever',
    run: async ({ column: first = 0, after: start = '', isAgain = false }, context) => {
      const { db, clock, jobs, config } = this.parts;
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
        const noted = await findRecordedBaseUrl(trx);
        await recordBaseUrl(trx, config.baseUrl);
        if (noted === undefined) return;
        const runAt = addMs(clock.now(), AGAIN_AFTER_MS);
        await jobs.enqueue(trx, this.rebaseJob, { isAgain: true }, { runAt, dedupeKey: 'again' });
      });
    },
  };
}
