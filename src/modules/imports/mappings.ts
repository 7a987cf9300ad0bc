import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import type { Queryable } from '../../platform/db/transaction.ts';
import {
  AppError,
  type ErrorDetail,
  found,
  invalidField,
  notFound,
} from '../../platform/errors/app-error.ts';
import {
  deleteMapping,
  findMapping,
  listMappings,
  type MappingRow,
  saveMapping,
} from './mappings.repository.ts';
import type { ImportOptions } from './options.ts';
import { valueKey } from './presets/mapped-values.ts';
import { PRESET_NAMES, type PresetName } from './presets/preset.ts';
import { presetOf } from './presets/presets.ts';
import { columnName } from './reading/raw-row.ts';
import { t } from '../../platform/errors/sentence.ts';

interface MappedColumn {
  readonly column: string;
  readonly readAs: string | null;
}

/** A value of a column and its meaning; null: the value is ignored. */
interface ExplainedValue {
  readonly column: string;
  readonly value: string;
  readonly readAs: string | null;
}

export type Mapping = MappingRow;

/** Meaning of the columns and values of a seller's files, stored for each format. Imports that start later apply it. */
export class ColumnMappings extends Service<Pick<Platform, 'db' | 'clock'>> {
  list(sellerId: string): Promise<readonly Mapping[]> {
    return listMappings(this.parts.db, sellerId);
  }

  /** Replaces the changes lists; an omitted one stays. */
  async set(
    sellerId: string,
    name: string,
    changes: {
      readonly columns?: readonly MappedColumn[] | undefined;
      readonly values?: readonly ExplainedValue[] | undefined;
    },
  ): Promise<Mapping> {
    const preset = knownPreset(name);
    const { columns, values } = changes;
    if (columns === undefined && values === undefined)
      throw invalidField('columns', t('is required, unless values is given'));
    const columnDetails = columns === undefined ? [] : this.#columnProblems(preset, columns);
    const words = values?.map(({ column, value, readAs }) => ({
      column: columnName(column),
      written: value.trim(),
      meant: readAs,
    }));
    const keys = (words ?? []).map(({ column, written }) => JSON.stringify([column, valueKey(written)]));
    const details = [
      ...columnDetails,
      ...keys.flatMap((key, index) =>
        keys.indexOf(key) === index
          ? []
          : [{ field: `values.${index}.value`, message: t('must be a value that occurs here only once') }],
      ),
    ];
    if (details.length > 0)
      throw new AppError('VALIDATION_ERROR', t('The mapping is not valid.'), { details });
    return saveMapping(this.parts.db, {
      sellerId,
      preset,
      ...(columns === undefined
        ? {}
        : { columns: Object.fromEntries(columns.map(({ column, readAs }) => [columnName(column), readAs])) }),
      words,
      now: this.parts.clock.now(),
    });
  }

  #columnProblems(preset: PresetName, columns: readonly MappedColumn[]): ErrorDetail[] {
    const known = new Set(presetOf(preset).rules.map((rule) => rule.column));
    const names = columns.map(({ column }) => columnName(column));
    return columns.flatMap(({ readAs }, index) => [
      ...(readAs === null || known.has(readAs)
        ? []
        : [
            {
              field: `columns.${index}.readAs`,
              message: t('must be a column of {format}, or null', { format: preset }),
            },
          ]),
      ...(names[index] !== '' && names.indexOf(names[index] ?? '') === index
        ? []
        : [{ field: `columns.${index}.column`, message: t('must be a name that occurs here only once') }]),
    ]);
  }

  async remove(sellerId: string, name: string): Promise<void> {
    if (!(await deleteMapping(this.parts.db, sellerId, knownPreset(name)))) throw notFound('mapping');
  }
}

/** Adds the seller's mapping to the options, so that later changes of the mapping do not affect this import. */
export async function withMapping(
  db: Queryable,
  sellerId: string,
  options: ImportOptions,
): Promise<ImportOptions> {
  const mapping = await findMapping(db, sellerId, options.preset ?? 'own');
  return mapping === undefined ? options : { ...options, mapping: mapping.columns, values: mapping.words };
}

function knownPreset(name: string): PresetName {
  return found(
    'import format',
    PRESET_NAMES.find((preset) => preset === name),
  );
}
