declare module '../../platform/db/tables.ts' {
  interface Tables {
    machine_translations: MachineTranslationTable;
    translation_spending: TranslationSpendingTable;
  }
}

export interface MachineTranslationTable {
  digest: Buffer;
  language: string;
  /** As the service detected it. */
  source_language: string | null;
  content: string;
  created_at: Date;
}

export interface TranslationSpendingTable {
  day: string;
  spender: string;
  characters: number;
}
