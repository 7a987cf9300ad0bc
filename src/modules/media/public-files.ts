/** Files below /media: their names, their addresses, and the rows that name them. */
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import type { FileFolder } from '../../platform/storage/stored-files.ts';
import './tables.ts';

const BATCH = 200;
const NAME_BYTES = 16;

/** Below `media/`: a folder for the kind, one of 256 folders so that none grows too large, a name nobody can guess. */
export function newFileName(kind: string): string {
  const name = randomBytes(NAME_BYTES).toString('hex');
  return `media/${kind}/${name.slice(0, 2)}/${name}`;
}

/** All files of an image have its name, which is indexed (`image_name` in the migrations). */
export const IMAGE_FOLDER: FileFolder = {
  prefix: 'media/listings/',
  named: (keys) => sql`
    select key from unnest(${[...keys]}::text[]) as t(key)
    where exists (
      select from listing_images i
      where image_name(i.renditions -> 0 ->> 'key') = image_name(t.key)
        and i.renditions @> jsonb_build_array(jsonb_build_object('key', t.key))
    )`,
};

export const LOGO_FOLDER: FileFolder = {
  prefix: 'media/logos/',
  named: (keys) => sql`
    select substring(logo from '/(media/logos/[^/]+/[^/]+)$') as key from sellers
    where substring(logo from '/(media/logos/[^/]+/[^/]+)$') = any(${[...keys]}::text[])`,
};

export class PublicAddresses {
  readonly #db: Database;
  readonly #baseUrl: string;

  constructor(parts: { db: Database; config: { readonly baseUrl: string } }) {
    this.#db = parts.db;
    this.#baseUrl = parts.config.baseUrl;
  }

  urlOf(key: string): string {
    return `${this.#baseUrl}/${key}`;
  }

  /** Rewrites stored URLs after the configured host has changed: lists read them from columns. */
  async rebase(signal: AbortSignal): Promise<void> {
    const base = `${this.#baseUrl}/media/`;
    const columns = [
      ['listings', 'thumbnail'],
      ['sellers', 'logo'],
    ] as const;
    for (const [table, column] of columns) {
      for (let changed = BATCH; changed === BATCH && !signal.aborted;) {
        const { rows } = await sql`
          update ${sql.table(table)} set ${sql.ref(column)} = ${base} || substring(${sql.ref(column)} from '/media/(.+)$')
          where id in (
            select id from ${sql.table(table)}
            where ${sql.ref(column)} like '%/media/%' and not starts_with(${sql.ref(column)}, ${base})
            limit ${BATCH}
          )
          returning id`.execute(this.#db);
        changed = rows.length;
      }
    }
  }
}
