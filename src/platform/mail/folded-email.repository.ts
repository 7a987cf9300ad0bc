import { sql } from 'kysely';
import type { Queryable } from '../db/transaction.ts';
import { canonicalEmail } from '../text/email.ts';

/**
 * Returns the form in which addresses are compared and counted. The database folds them, because its index decides which
 * addresses are equal, and JavaScript folds some letters differently.
 */
export async function foldedEmail(db: Queryable, email: string): Promise<string> {
  const { rows } = await sql<{
    folded: string;
  }>`select lower(${canonicalEmail(email)}::text) as folded`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('an address could not be folded');
  return row.folded;
}
