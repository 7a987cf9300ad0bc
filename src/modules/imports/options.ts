import type { PresetName, Preset } from './presets/preset.ts';
import { type ColumnMapping, mappedPreset } from './presets/mapping.ts';
import type { MappedValue } from './presets/mapped-values.ts';
import { presetOf } from './presets/presets.ts';
import type { Encoding } from './reading/encoding.ts';

/** Options of an import; omitted ones follow from the preset and the file. */
export interface ImportOptions {
  readonly format?: 'csv' | 'xml' | 'auto' | undefined;
  readonly preset?: PresetName | undefined;
  readonly mode?: 'upsert' | 'full' | undefined;
  /** Listings that a full import may pause: all with a stock number, or those of imports only. */
  readonly source?: 'all' | 'import' | undefined;
  readonly dryRun?: boolean | undefined;
  readonly publish?: 'draft' | 'submit' | undefined;
  readonly delimiter?: (typeof DELIMITER_NAMES)[number] | undefined;
  readonly encoding?: Encoding | 'auto' | undefined;
  readonly hasHeader?: boolean | undefined;
  /** Currency of prices that name none. */
  readonly currency?: string | undefined;
  readonly confirmMassRemoval?: boolean | undefined;
  readonly dontPublishOnFailedImages?: boolean | undefined;
  readonly notifyEmails?: readonly string[] | undefined;
  /** Snapshot of the seller's column mapping, taken when the import starts. */
  readonly mapping?: ColumnMapping | undefined;
  /** Snapshot of the seller's value mapping. */
  readonly values?: readonly MappedValue[] | undefined;
}

export const DELIMITER_NAMES = [',', ';', '|', '\t', 'comma', 'semicolon', 'pipe', 'tab', 'auto'] as const;

const BY_NAME: Readonly<Record<string, string>> = { comma: ',', semicolon: ';', pipe: '|', tab: '\t' };

/** Returns the separator; null: detect it. */
export function delimiterOf({ delimiter }: ImportOptions): string | null {
  if (delimiter === undefined || delimiter === 'auto') return null;
  return BY_NAME[delimiter] ?? delimiter;
}

interface ResolvedOptions {
  readonly preset: Preset;
  readonly mode: 'upsert' | 'full';
  readonly publish: 'draft' | 'submit';
  readonly dryRun: boolean;
}

export function resolveOptions(options: ImportOptions): ResolvedOptions {
  const preset = mappedPreset(presetOf(options.preset ?? 'own'), options.mapping);
  return {
    preset,
    mode: options.mode ?? preset.defaults.mode,
    publish: options.publish ?? preset.defaults.publish,
    dryRun: options.dryRun ?? false,
  };
}
