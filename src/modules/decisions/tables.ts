declare module '../../platform/db/tables.ts' {
  interface Tables {
    decisions: DecisionTable;
  }
}

export const DECISION_KINDS = [
  'listing.rejected',
  'listing.suspended',
  'listing.deleted',
  'review.rejected',
  'user.suspended',
] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];

export const OUTCOMES = ['upheld', 'reversed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface DecisionTable {
  id: string;
  kind: DecisionKind;
  subject_id: string;
  /** User whom the decision affects. */
  user_id: string;
  /** Name of the subject for the user, such as the title of a listing. */
  subject: string;
  code: string;
  reason: string;
  found_by: 'administrator' | 'report';
  decided_by: string;
  decided_at: Date;
  /** When the measure expires. */
  ends_at: Date | null;
  /** When an administrator ended the measure, or when it expired. */
  lifted_at: Date | null;
  objection: string | null;
  objected_at: Date | null;
  outcome: Outcome | null;
  outcome_reason: string | null;
  outcome_by: string | null;
  outcome_at: Date | null;
}
