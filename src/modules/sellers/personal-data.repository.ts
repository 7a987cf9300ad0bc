import { sql } from 'kysely';
import type { Queryable, Transaction } from '../../platform/db/transaction.ts';
import type { Person } from '../auth/index.ts';
import './tables.ts';

/** What the person has written about sellers, and what the person's seller has answered. */
export async function exportReviews(db: Queryable, person: Person): Promise<unknown> {
  const written = await db
    .selectFrom('reviews')
    .select(['id', 'seller_id', 'rating', 'title', 'text', 'status', 'created_at', 'updated_at'])
    .where('author_id', '=', person.userId)
    .orderBy('id')
    .execute();
  const replies = await db
    .selectFrom('reviews')
    .select(['id', 'reply', 'replied_at'])
    .where('reply_by', '=', person.userId)
    .orderBy('id')
    .execute();
  return { written, replies };
}

/**
 * Ratings stay anonymously, because they say something about the seller. Texts are removed, and so are replies of a
 * seller that ends.
 */
export async function eraseReviews(trx: Transaction, person: Person): Promise<void> {
  await trx
    .updateTable('reviews')
    .set({ title: null, text: null })
    .where('author_id', '=', person.userId)
    .execute();
  await sql`
    update reports set context = context - 'reply'
    where kind = 'review' and subject_id in (
      select id from reviews where reply_by = ${person.userId} or seller_id = ${person.sellerId})`.execute(
    trx,
  );
  if (person.sellerId !== null) {
    await trx
      .updateTable('reviews')
      .set({ reply: null, replied_at: null, reply_by: null })
      .where('seller_id', '=', person.sellerId)
      .execute();
  }
  await trx
    .updateTable('reviews')
    .set({ reply: null, replied_at: null, reply_by: null })
    .where('reply_by', '=', person.userId)
    .execute();
  // Reports keep a copy of the review that they are about.
  await sql`
    update reports set context = context - 'title' - 'text' || jsonb_build_object('author', jsonb_build_object('id', ${person.userId}::text))
    where kind = 'review' and reported_user_id = ${person.userId}`.execute(trx);
}
