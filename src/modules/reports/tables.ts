import type { DecisionKind } from '../decisions/index.ts';
import type { ColumnType, Generated } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    reports: ReportTable;
  }
}

export interface ReportTable {
  id: string;
  kind: 'message' | 'review' | 'listing';
  subject_id: string;
  /** Null for a reporter without an account. */
  reporter_id: string | null;
  /** Entered by a reporter without an account; unverified. */
  reporter_name: ColumnType<string | null, string | null | undefined, string | null>;
  reporter_email: ColumnType<string | null, string | null | undefined, string | null>;
  /** Language of emails to the reporter. */
  reporter_language: ColumnType<string | null, string | null | undefined, string | null>;
  reported_user_id: string | null;
  reason: string;
  details: string | null;
  /** A copy of the reported content, written as JSON text. */
  context: ColumnType<Record<string, unknown>, string, string>;
  status: Generated<'open' | 'resolved' | 'dismissed'>;
  decision: ColumnType<string | null, string | null | undefined, string | null>;
  decided_by: ColumnType<string | null, string | null | undefined, string | null>;
  /** Kinds of the decisions that the report led to. */
  measures: Generated<DecisionKind[]>;
  decided_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Date;
}
