import type { Generated } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    settings: SettingTable;
    settings_history: SettingHistoryTable;
  }
}

export interface SettingTable {
  name: string;
  value: unknown;
  updated_by: string | null;
  updated_at: Date;
}

export interface SettingHistoryTable {
  id: Generated<number>;
  name: string;
  before: unknown;
  after: unknown;
  changed_by: string | null;
  changed_at: Date;
}
