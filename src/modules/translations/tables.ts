declare module '../../platform/db/tables.ts' {
  interface Tables {
    translations: TranslationTable;
  }
}

export interface TranslationTable {
  key: string;
  language: string;
  text: string;
  updated_by: string | null;
  updated_at: Date;
}
