import type { Generated, Selectable } from 'kysely';
import type { Scope } from '../../platform/actor.ts';

/** Prefixes of ids. */
declare module '../../platform/ids.ts' {
  interface IdPrefixes {
    whk: true;
    dlv: true;
  }
}

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

export type DeliveryState = 'pending' | 'delivered' | 'undelivered';

export interface WebhookTable {
  id: string;
  /** null: an administrator's. */
  seller_id: string | null;
  /** Whose own events it gets besides; null once that person has left the team. */
  user_id: string | null;
  /** Of the API key that chose address or events; null: a signed-in person did. */
  scopes: Scope[] | null;
  url: string;
  events: string[];
  status: Generated<WebhookStatus>;
  secret: Buffer;
  previous_secret: Buffer | null;
  previous_secret_until: Date | null;
  disabled_at: Date | null;
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
  /** Whose own event it carries: only that person may see it or have it sent. */
  person_id: Generated<string | null>;
  delivered_at: Date | null;
  created_at: Date;
}

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
}

export type WebhookRow = Selectable<WebhookTable>;
