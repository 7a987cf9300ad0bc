import { sql } from 'kysely';
import type { Transaction } from '../../platform/db/transaction.ts';
import type { DecisionKind } from '../decisions/index.ts';
import type { ReportRow } from '../reports/index.ts';

/**
 * Kinds of the decisions since a report arrived that still stand, the latest last: those about what was reported, and those
 * against the account that a report led to. A suspension for another reason is nothing that the reporter may learn.
 */
export async function listStandingMeasures(
  trx: Transaction,
  report: Pick<ReportRow, 'subject_id' | 'reported_user_id' | 'created_at'>,
): Promise<DecisionKind[]> {
  const { rows } = await sql<{ kind: DecisionKind }>`
    select d.kind
    from decisions d
      left join listings l on d.kind like 'listing.%' and l.id = d.subject_id
      left join reviews r on d.kind like 'review.%' and r.id = d.subject_id
      left join users u on d.kind like 'user.%' and u.id = d.subject_id
    where (d.subject_id = ${report.subject_id}
        or (d.subject_id = ${report.reported_user_id ?? ''} and d.found_by = 'report'))
      and d.decided_at >= ${report.created_at}
      and d.outcome is distinct from 'reversed'
      and d.lifted_at is null
      and case d.kind
        when 'listing.rejected' then l.status = 'REJECTED'
        when 'listing.suspended' then l.status = 'SUSPENDED'
        when 'listing.deleted' then l.id is null or l.deleted_at is not null
        when 'review.rejected' then r.status = 'rejected'
        when 'user.suspended' then u.status = 'suspended'
      end
    order by d.decided_at, d.id`.execute(trx);
  return [...new Set(rows.map(({ kind }) => kind))];
}
