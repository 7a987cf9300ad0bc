import type { ColumnType, Generated } from 'kysely';
import type { MappedValue } from './presets/mapped-values.ts';
import type { ColumnMapping } from './presets/mapping.ts';
import type { PresetName } from './presets/preset.ts';
import type { Severity } from './problems.ts';
import type { FileFormat } from './reading/raw-row.ts';
import type { ImportOptions } from './options.ts';
import type { StoredMessage, StoredSentence } from '../../platform/errors/sentence.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    imports: ImportTable;
    import_problems: ImportProblemTable;
    import_failed_rows: ImportFailedRowTable;
    import_retirements: ImportRetirementTable;
    import_pictures: ImportImageTable;
    import_pulls: ImportPullTable;
    import_mappings: ImportMappingTable;
  }
}

export const IMPORT_STATES = [
  'queued',
  'running',
  'completed',
  'completed_with_errors',
  'failed',
  'canceled',
] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** Written as JSON text, read as an object. */
type Json<T> = ColumnType<T, string, string>;
type LaterJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
type Later<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface CountedAlias {
  readonly field: string;
  readonly written: string;
  readonly meant: string;
  readonly rows: number;
}

export interface ImportTable {
  id: string;
  seller_id: string;
  user_id: string;
  origin: 'upload' | 'url' | 'pull';
  filename: string | null;
  url: string | null;
  status: ImportState;
  preset: PresetName;
  mode: 'upsert' | 'full';
  dry_run: boolean;
  publish: 'draft' | 'submit';
  options: Json<ImportOptions>;
  file_format: LaterJson<FileFormat>;
  storage_key: Later<string>;
  archived_pictures: ColumnType<Readonly<Record<string, string>>, string | undefined, string>;
  rows_total: Later<number>;
  rows_counted: Generated<number>;
  counted_on: Later<string>;
  position: Generated<number>;
  created_count: Generated<number>;
  updated_count: Generated<number>;
  unchanged_count: Generated<number>;
  removed_count: Generated<number>;
  skipped_count: Generated<number>;
  failed_count: Generated<number>;
  warning_count: Generated<number>;
  keyless_count: Generated<number>;
  images_total: Generated<number>;
  images_stored: Generated<number>;
  images_failed: Generated<number>;
  /** Images of listings for which a later order named other images before these were fetched. */
  images_replaced: Generated<number>;
  aliases: ColumnType<readonly CountedAlias[], string | undefined, string>;
  error: LaterJson<{ readonly code: string; readonly message: StoredMessage }>;
  created_at: Date;
  started_at: Later<Date>;
  finished_at: Later<Date>;
  pictures_finished_at: Later<Date>;
}

export interface ImportProblemTable {
  import_id: string;
  seq: Generated<number>;
  row_number: number | null;
  external_id: string | null;
  column_name: string | null;
  field: string | null;
  value: string | null;
  severity: Severity;
  code: string;
  /** In English. */
  message: string;
  /** Message to localize; null if it has no values. */
  said: ColumnType<StoredSentence | null, string | null, never>;
  suggestion: string | null;
}

interface ImportFailedRowTable {
  import_id: string;
  row_number: number;
  cells: Json<Readonly<Record<string, string>>>;
}

interface ImportRetirementTable {
  listing_id: string;
  import_id: string;
  at: Date;
}

/** Location of an image: a URL, or a storage key with its name in the archive. */
export type ImageSource = { readonly url: string } | { readonly key: string; readonly name: string };

export interface ImageFailure {
  readonly url: string;
  readonly message: StoredMessage;
}

export interface ImportImageTable {
  listing_id: string;
  /** Null: ordered by a single API call. */
  import_id: string | null;
  row_number: number | null;
  external_id: string | null;
  sources: Json<readonly ImageSource[]>;
  publish: boolean;
  created_at: Date;
  /** Failures of an order without an import. */
  failures: LaterJson<readonly ImageFailure[]>;
}

export interface ImportMappingTable {
  seller_id: string;
  preset: PresetName;
  columns: Json<ColumnMapping>;
  words: ColumnType<readonly MappedValue[], string | undefined, string>;
  updated_at: Date;
}

export interface ImportPullTable {
  seller_id: string;
  user_id: string;
  url: string;
  options: Json<ImportOptions>;
  next_at: Date;
  last_import_id: string | null;
  last_error: string | null;
  created_at: Date;
  updated_at: Date;
}
