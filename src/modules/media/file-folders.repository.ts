/** Files below /media, and the rows that refer to them. */
import { type RawBuilder, sql } from 'kysely';
import type { FileFolder } from '../../platform/storage/stored-files.ts';
import { accounts } from '../auth/index.ts';
import { companies } from '../companies/index.ts';
import './tables.ts';

export const IMAGE_FOLDER: FileFolder = { prefix: 'media/listings/', named: namedByImages };

/** Many images share a file; it is deleted with the last of them. */
export const DRAWN_FOLDER: FileFolder = { prefix: 'media/drawings/', named: namedByImages };

/**
 * All files of an image have its name, which is indexed (`image_name` in the migrations). The limit makes each key
 * one index lookup; otherwise, for many keys, PostgreSQL would hash all images.
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
