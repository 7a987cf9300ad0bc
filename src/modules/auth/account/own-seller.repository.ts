import type { Queryable } from '../../../platform/db/transaction.ts';
import { memberships, companies } from '../../companies/index.ts';
import '../tables.ts';

export interface OwnSeller {
  readonly id: string;
  readonly company_name: string;
  readonly slug: string;
  readonly verified: boolean;
  readonly trust_score: number;
  readonly plan: string;
  readonly subscription_status: string;
}

/** The seller that a person belongs to, with its plan. */
export function findSellerOf(db: Queryable, userId: string): Promise<OwnSeller | undefined> {
  return db
    .selectFrom(memberships.as('m'))
    .innerJoin(companies.as('s'), 's.id', 'm.seller_id')
    .innerJoin('subscriptions as b', 'b.seller_id', 's.id')
    .innerJoin('plans as p', 'p.id', 'b.plan_id')
    .select([
      's.id',
      's.company_name',
      's.slug',
      's.verified',
      's.trust_score',
      'p.slug as plan',
      'b.status as subscription_status',
    ])
    .where('m.user_id', '=', userId)
    .executeTakeFirst();
}
