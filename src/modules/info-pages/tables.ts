import type { Generated } from 'kysely';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    info_pages: InfoPageTable;
    info_page_versions: InfoPageVersionTable;
  }
}

export interface InfoPageTable {
  slug: string;
  language: string;
  version: Generated<number>;
  published_version: Generated<number>;
  published_at: Date | null;
}

export interface InfoPageVersionTable {
  slug: string;
  language: string;
  version: number;
  title: string;
  body: string;
  written_by: string | null;
  written_at: Date;
}
