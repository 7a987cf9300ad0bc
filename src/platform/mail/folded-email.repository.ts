import { sql } from 'kysely';
import type { Queryable } from '../db/transaction.ts';
import { canonicalEmail } from '../text/email.ts';

/**
 * The form in which addresses are compared, counted and told apart. The database folds, since its index decides which
 * addresses are the same; JavaScript folds some letters otherwise.
 */
export async function foldedEmail(db: Queryable, email: string): Promise<string> {
  const { rows } = await sql<{
    folded: string;
  }>`select lower(${canonicalEmail(email)}::text) as folded`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('an address could not be folded');
  return row.folded;
}
