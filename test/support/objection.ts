import { newId } from '../../src/platform/ids.ts';
import { createAdmin, createBuyer } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** Inserts a moderation decision of one administrator against a buyer, and the buyer's appeal; returns the ID of the decision. */
export async function newObjection(t: TestApp): Promise<string> {
  const [buyer, admin] = [await createBuyer(t), await createAdmin(t)];
  const at = t.clock.now();
  const id = newId('dec', at);
  await t.db
    .insertInto('decisions')
    .values({
      id,
      kind: 'user.suspended',
      subject_id: buyer.userId,
      user_id: buyer.userId,
      subject: 'A buyer',
      code: 'insulting',
      reason: 'Insults in messages.',
      found_by: 'administrator',
      decided_by: admin.userId,
      decided_at: at,
      ends_at: null,
      objection: 'It was somebody else.',
      objected_at: at,
      outcome: null,
      outcome_reason: null,
      outcome_by: null,
      outcome_at: null,
    })
    .execute();
  return id;
}
