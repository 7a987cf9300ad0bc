import type { Generated } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    sandbox_mails: SandboxMailTable;
    sandbox_inbox: SandboxInboxTable;
    sandbox_clock: SandboxClockTable;
  }
}

export interface SandboxMailTable {
  id: Generated<number>;
  recipient: string;
  subject: string;
  body_text: string;
  body_html: string | null;
  sent_at: Date;
}

export interface SandboxInboxTable {
  id: Generated<number>;
  name: string;
  headers: unknown;
  body: string;
  received_at: Date;
}

export interface SandboxClockTable {
  only_row: Generated<boolean>;
  offset_seconds: number;
  is_sandbox: Generated<boolean>;
}
