import type { Generated } from 'kysely';

declare module '../db/tables.ts' {
  interface Tables {
    live_outbox: LiveOutboxTable;
    live_channels: LiveChannelTable;
    live_events: LiveEventTable;
  }
}

export interface LiveOutboxTable {
  id: Generated<number>;
  channel: string;
  type: string;
  data: unknown;
  created_at: Date;
}

export interface LiveChannelTable {
  channel: string;
  /** The number before its first. */
  first_seq: Generated<number>;
  last_seq: number;
}

export interface LiveEventTable {
  channel: string;
  seq: number;
  type: string;
  data: unknown;
  created_at: Date;
}
