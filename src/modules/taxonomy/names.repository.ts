import { sql } from 'kysely';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { NamedSubject } from './reindex.repository.ts';
import type { Reindexing } from './reindex.ts';
import { raiseTaxonomyVersion } from './taxonomy.repository.ts';

/** Sets the names of categories and features in one language; null removes a name. */
export async function writeTaxonomyNames(
  trx: Transaction,
  reindexing: Reindexing,
  language: string,
  names: readonly { readonly subject: NamedSubject; readonly text: string | null }[],
): Promise<void> {
  await raiseTaxonomyVersion(trx);
  for (const { subject, text } of names) {
    const value =
      text === null
        ? sql`names - ${language}::text`
        : sql`names || jsonb_build_object(${language}::text, ${text}::text)`;
    if (subject.kind === 'category') {
      await sql`update categories set names = ${value} where slug = ${subject.name}`.execute(trx);
    } else {
      await sql`update features set names = ${value} where code = ${subject.name}`.execute(trx);
    }
    await reindexing.wantNamed(trx, subject);
  }
}
