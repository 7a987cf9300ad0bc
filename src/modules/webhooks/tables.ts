import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Scope } from '../../platform/actor.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    webhooks: WebhookTable;
    webhook_payloads: WebhookPayloadTable;
    webhook_deliveries: WebhookDeliveryTable;
    webhook_attempts: WebhookAttemptTable;
  }
}

export const WEBHOOK_STATUSES = ['active', 'disabled'] as const;
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

export const ATTEMPT_STATUSES = ['delivered', 'failed'] as const;
export type AttemptStatus = (typeof ATTEMPT_STATUSES)[number];

/** failures: six attempts of a delivery failed; administrator: one has paused it, and only they resume it. */
export type DisabledReason = 'failures' | 'owner' | 'administrator';

export type DeliveryState = 'pending' | 'delivered' | 'undelivered';

export interface WebhookTable {
  id: string;
  /** null: an administrator's. */
  seller_id: string | null;
  /** User whose personal events it also receives; null once that user has left the team. */
  user_id: string | null;
  /** The user who chose the address. Set by a trigger at first, as is `keeper_id`. */
  maker_id: ColumnType<string | null, never, string | null>;
  /** The member responsible for a seller's webhook. Null: that member has left, and nothing is sent until an owner hands it over. */
  keeper_id: ColumnType<string | null, never, string | null>;
  /** Scopes of the API key that chose URL or events; null if a signed-in user did. */
  scopes: Scope[] | null;
  url: string;
  events: string[];
  status: Generated<WebhookStatus>;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_until: Date | null;
  disabled_at: Date | null;
  disabled_reason: DisabledReason | null;
  failing_since: Date | null;
  /** The last failed attempt, also after a success. */
  last_error: string | null;
  last_response_code: number | null;
  last_error_at: Date | null;
  failing_told: Generated<boolean>;
  deleted_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export interface WebhookPayloadTable {
  event_id: string;
  event_type: string;
  body: Buffer;
  created_at: Date;
}

export interface WebhookDeliveryTable {
  webhook_id: string;
  event_id: string;
  state: DeliveryState;
  due_at: Date | null;
  attempts: Generated<number>;
  retries_wanted: Generated<number>;
  claims: Generated<number>;
  lease_until: Date | null;
  is_test: Generated<boolean>;
  /** User of a personal event: only that user can see it or request its delivery. */
  person_id: Generated<string | null>;
  delivered_at: Date | null;
  created_at: Date;
  /** Reserved ID for the log entry of the running attempt, which was requested by hand. */
  log_id: Generated<string | null>;
  /** Reserved IDs for requested attempts. */
  log_ids: Generated<string[]>;
}

/** Names as they were sent, values joined where they were several. */
export type HeaderFields = Readonly<Record<string, string>>;

export interface WebhookAttemptTable {
  id: string;
  webhook_id: string;
  event_id: string;
  event_type: string;
  status: AttemptStatus;
  attempt: number;
  response_code: number | null;
  response_time_ms: number;
  error: string | null;
  next_retry: Date | null;
  created_at: Date;
  request_headers: ColumnType<HeaderFields | null, string | null | undefined, string | null>;
  response_headers: ColumnType<HeaderFields | null, string | null | undefined, string | null>;
  response_body: ColumnType<string | null, string | null | undefined, string | null>;
}

export type WebhookRow = Selectable<WebhookTable>;
