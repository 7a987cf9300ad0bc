import type { ColumnType, Generated, Kysely } from 'kysely';

export type Database = Kysely<Tables>;

/**
 * The rows of every table. Each module adds its own by declaration merging, in its `tables.ts`:
 *
 *     declare module '../../platform/db/tables.ts' {
 *       interface Tables { conversations: ConversationTable }
 *     }
 */
export interface Tables {
  jobs: JobTable;
  mails: MailTable;
  events: EventTable;
  idempotency_keys: IdempotencyKeyTable;
  audit_log: AuditLogTable;
  audit_person_keys: AuditPersonKeyTable;
}

export interface AuditPersonKeyTable {
  person_id: string;
  /** Sealed; null once destroyed. */
  key: Buffer | null;
}

export interface JobTable {
  id: string;
  name: string;
  payload: unknown;
  dedupe_key: string | null;
  run_at: Date;
  attempts: number;
  attempts_max: number;
  locked_until: Date | null;
  locked_by: string | null;
  failed_at: Date | null;
  last_error: string | null;
  created_at: Date;
  lane: ColumnType<number, number | undefined, number>;
  account: ColumnType<string | null, string | null | undefined, string | null>;
  turn: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

export interface MailTable {
  id: string;
  name: string;
  recipient: string;
  language: string;
  subject: string;
  state: 'queued' | 'sent' | 'failed';
  attempts: number;
  reason: string | null;
  job_id: string;
  /** The account that it belongs to, also if the address is not, or no longer, that of the account. */
  user_id: string | null;
  created_at: Date;
  done_at: Date | null;
}

export interface EventTable {
  id: string;
  type: string;
  data: unknown;
  seller_id: string | null;
  user_id: string | null;
  /** Other sellers that receive the event. */
  shared_with: Generated<string[] | null>;
  created_at: Date;
}

export interface IdempotencyKeyTable {
  principal: string;
  endpoint: string;
  key: string;
  request_hash: Buffer;
  /** ID of the created resource, or several IDs. */
  resource: string | null;
  status: number | null;
  headers: unknown;
  body: Buffer | null;
  /** IDs and addresses in the response. */
  about: Generated<string[] | null>;
  created_at: Date;
}

export interface AuditLogTable {
  seq: number;
  id: string;
  at: Date;
  actor_kind: string;
  actor_id: string | null;
  action: string;
  subject_type: string;
  subject_id: string | null;
  before: unknown;
  after: unknown;
  ip: string | null;
  request_id: string | null;
  previous_hash: Buffer;
  hash: Buffer;
}
