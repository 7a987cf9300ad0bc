/** Files below /media: their names, their addresses, and the rows that name them. */
import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { addMs, HOUR_MS } from '../../platform/clock.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { JobDefinition } from '../../platform/jobs/job.ts';
import type { Platform } from '../../platform/module.ts';
import type { FileFolder } from '../../platform/storage/stored-files.ts';
import { companies } from '../companies/index.ts';
import { accounts } from '../auth/index.ts';
import { ADDRESS_COLUMNS, findNotedBaseUrl, noteBaseUrl, rebaseSome } from './addresses.repository.ts';
import './tables.ts';

/** Rows of a statement. */
const BATCH = 500;
const NAME_BYTES = 16;

/** Below `media/`: a folder for the kind, one of 256 folders so that none grows too large, a name nobody can guess. */
export function newFileName(kind: string): string {
  const name = randomBytes(NAME_BYTES).toString('hex');
  return `media/${kind}/${name.slice(0, 2)}/${name}`;
}

export const IMAGE_FOLDER: FileFolder = { prefix: 'media/listings/', named: namedByImages };

/** Each file is that of many images: it goes with the last. */
export const DRAWN_FOLDER: FileFolder = { prefix: 'media/drawings/', named: namedByImages };

/**
 * All files of an image have its name, which is indexed (`image_name` in the migrations). The limit keeps each key a descent of that
 * index: for many keys at once, all images of the market would be hashed by their names.
 */
function namedByImages(keys: readonly string[]): RawBuilder<{ key: string }> {
  return sql`
    select key from unnest(${[...keys]}::text[]) as t(key)
    cross join lateral (
      select from listing_images i
      where image_name(i.renditions -> 0 ->> 'key') = image_name(t.key)
        and i.renditions @> jsonb_build_array(jsonb_build_object('key', t.key))
      limit 1
    ) one`;
}

export const LOGO_FOLDER: FileFolder = {
  prefix: 'media/logos/',
  named: (keys) => sql`
    select substring(logo from '/(media/logos/[^/]+/[^/]+)$') as key from ${companies} sellers
    where logo is not null and substring(logo from '/(media/logos/[^/]+/[^/]+)$') = any(${[...keys]}::text[])`,
};

export const AVATAR_FOLDER: FileFolder = {
  prefix: 'media/avatars/',
  named: (keys) => sql`
    select avatar_key(avatar) as key from ${accounts} users
    where avatar is not null and avatar_key(avatar) = any(${[...keys]}::text[])`,
};

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
          after = await rebaseSome(db, address, { base, after, limit: BATCH });
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
