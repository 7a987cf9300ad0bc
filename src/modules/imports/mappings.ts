import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import { AppError, found, notFound } from '../../platform/errors/app-error.ts';
import {
  deleteMapping,
  findMapping,
  listMappings,
  type MappingRow,
  saveMapping,
} from './mappings.repository.ts';
import type { ImportOptions } from './options.ts';
import { PRESET_NAMES, type PresetName } from './presets/preset.ts';
import { presetOf } from './presets/presets.ts';
import { columnName } from './reading/raw-row.ts';

export interface MappedColumn {
  readonly column: string;
  readonly readAs: string | null;
}

export type Mapping = MappingRow;

/** What the columns of a seller's files are, kept for each format: imports that begin later read them so. */
export class ColumnMappings {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor({ db, clock }: { db: Database; clock: Clock }) {
    this.#db = db;
    this.#clock = clock;
  }

  list(sellerId: string): Promise<readonly Mapping[]> {
    return listMappings(this.#db, sellerId);
  }

  async set(sellerId: string, name: string, columns: readonly MappedColumn[]): Promise<Mapping> {
    const preset = knownPreset(name);
    const known = new Set(presetOf(preset).rules.map((rule) => rule.column));
    const names = columns.map(({ column }) => columnName(column));
    const details = columns.flatMap(({ readAs }, at) => [
      ...(readAs === null || known.has(readAs)
        ? []
        : [{ field: `columns.${at}.readAs`, message: `must be a column of ${preset}, or null` }]),
      ...(names[at] !== '' && names.indexOf(names[at] ?? '') === at
        ? []
        : [{ field: `columns.${at}.column`, message: 'must be a name that stands here once' }]),
    ]);
    if (details.length > 0) throw new AppError('VALIDATION_ERROR', 'The mapping is not valid.', { details });
    const mapped = Object.fromEntries(columns.map(({ readAs }, at) => [names[at] ?? '', readAs]));
    return saveMapping(this.#db, { sellerId, preset, columns: mapped, now: this.#clock.now() });
  }

  async remove(sellerId: string, name: string): Promise<void> {
    if (!(await deleteMapping(this.#db, sellerId, knownPreset(name)))) throw notFound('mapping');
  }
}

/** The options with the mapping that an import keeps to, whatever happens to the seller's own meanwhile. */
export async function withMapping(
  db: Queryable,
  sellerId: string,
  options: ImportOptions,
): Promise<ImportOptions> {
  const kept = await findMapping(db, sellerId, options.preset ?? 'own');
  return kept === undefined ? options : { ...options, mapping: kept.columns };
}

function knownPreset(name: string): PresetName {
  return found(
    'import format',
    PRESET_NAMES.find((one) => one === name),
  );
}
