import { sql } from 'kysely';
import type { Transaction } from '../../platform/db/transaction.ts';

/** Notes every referenced file for removal, so that the media sweep removes it from the storage. */
export async function releaseStoredFiles(trx: Transaction): Promise<void> {
  await sql`
    insert into file_removals (key, remove_after)
    select distinct key, '-infinity'::timestamptz from (
      select rendition ->> 'key' as key from listing_images, jsonb_array_elements(renditions) rendition
      union all select substring(logo from '/(media/logos/[^/]+/[^/]+)$') from sellers
      union all select storage_key from message_attachments
      union all select storage_key from seller_documents
      union all select storage_key from imports
      union all select value from imports, jsonb_each_text(archived_pictures)
      union all select source ->> 'key' from import_pictures, jsonb_array_elements(sources) source
    ) named
    where key is not null
    on conflict (key) do update set remove_after = excluded.remove_after`.execute(trx);
}
