import { type Static, Type } from 'typebox';
import type { Localize } from '../../platform/errors/localize.ts';
import { fromRow } from '../../platform/http/from-row.ts';
import { Literals, NamedObject, Nullable, Timestamp } from '../../platform/http/schemas.ts';
import type { ImportRow } from './imports.repository.ts';
import { resolveOptions } from './options.ts';
import type { ColumnRule } from './presets/column-rule.ts';
import { columnsRead, type Preset, PRESET_NAMES } from './presets/preset.ts';
import { PROBLEM_CODES, type ProblemCode } from './problems.ts';
import type { LocatedProblem, ProblemGroup } from './problems.repository.ts';
import type { FileHead } from './reading/import-file.ts';
import { IMPORT_STATES } from './tables.ts';
import { fromStored } from '../../platform/errors/sentence.ts';
import type { PullRow } from './pulls.repository.ts';

const SAMPLES_SHOWN = 3;
const SAMPLE_LENGTH_MAX = 60;

const Count = Type.Integer({ minimum: 0 });
export const PresetName = Literals(PRESET_NAMES, { title: 'ImportPresetName' });

export const ImportTotals = NamedObject('ImportTotals', {
  rows: Nullable(Count),
  created: Count,
  updated: Count,
  unchanged: Count,
  removed: Count,
  skipped: Count,
  failed: Count,
  warnings: Count,
});

const ColumnView = NamedObject('ImportedColumn', {
  column: Type.String({ description: 'Name in the header, in lower case with underscores' }),
  field: Nullable(
    Type.String({
      description: 'Path of the listing field in a body; null: the column does not set a single field',
    }),
  ),
  readAs: Nullable(Type.String({ description: 'Column of the format to which it is mapped' })),
  isKnown: Type.Boolean({ description: 'Whether the format has this column; unknown columns are ignored' }),
  suggestion: Nullable(
    Type.String({ description: 'Column of the format that an unknown one probably means' }),
  ),
  samples: Type.Optional(
    Type.Array(Type.String(), { description: 'First values of the column; only in previews' }),
  ),
});

export const InspectionView = NamedObject('ImportInspection', {
  preset: PresetName,
  format: Literals(['csv', 'xml']),
  encoding: Type.String(),
  delimiter: Nullable(Type.String({ description: 'Only for CSV' })),
  hasHeader: Nullable(Type.Boolean({ description: 'Only for CSV' })),
  columns: Type.Array(ColumnView),
});

export function inspectionView(preset: Preset, head: FileHead): Static<typeof InspectionView> {
  const { format, encoding, delimiter, hasHeader, columns } = head.format;
  const isCsv = format === 'csv';
  const names = isCsv
    ? columns
    : [...new Set(head.rows.flatMap((row) => [...row.cells.entries()].map(([name]) => name)))];
  const samplesOf = (column: string): string[] =>
    head.rows
      .flatMap((row) => row.cells.get(column)?.trim() ?? [])
      .filter((text) => text !== '')
      .slice(0, SAMPLES_SHOWN)
      .map((text) => text.slice(0, SAMPLE_LENGTH_MAX));
  return {
    preset: preset.name,
    format,
    encoding,
    delimiter: isCsv ? delimiter : null,
    hasHeader: isCsv ? hasHeader : null,
    columns: columnsRead(preset, names).map((reading) => ({
      ...reading,
      samples: samplesOf(reading.column),
    })),
  };
}

export const ImportView = NamedObject('Import', {
  id: Type.String(),
  status: Literals(IMPORT_STATES),
  mode: Literals(['upsert', 'full']),
  preset: PresetName,
  format: Nullable(Literals(['csv', 'xml'])),
  publish: Literals(['draft', 'submit']),
  dryRun: Type.Boolean(),
  source: Literals(['upload', 'url', 'pull']),
  filename: Nullable(Type.String()),
  url: Nullable(Type.String()),
  totals: ImportTotals,
  progress: Type.Object({ processed: Count, rows: Nullable(Count), percent: Nullable(Count) }),
  images: Type.Object({
    total: Count,
    stored: Count,
    failed: Count,
    replaced: Type.Integer({
      minimum: 0,
      description: 'Not fetched, because a later import or request listed other images of the same listing',
    }),
  }),
  columns: Type.Optional(
    Type.Array(ColumnView, {
      description: 'How each column of a CSV file is read, in the order of the file; omitted in lists',
    }),
  ),
  aliases: Type.Array(
    Type.Object({ field: Type.String(), written: Type.String(), meant: Type.String(), rows: Count }),
    { description: 'How values in the file were interpreted, with the number of rows' },
  ),
  error: Nullable(Type.Object({ code: Type.String(), message: Type.String() })),
  createdAt: Timestamp,
  startedAt: Nullable(Timestamp),
  finishedAt: Nullable(Timestamp),
  picturesFinishedAt: Nullable(
    Type.String({
      format: 'date-time',
      description:
        'Time at which its last image was stored or failed; images are fetched after the rows are written',
    }),
  ),
});

/** Adds the details that lists omit. */
export function importDetail(row: ImportRow, localize: Localize): Static<typeof ImportView> {
  const { file_format: file } = row;
  const view = importView(row, localize);
  if (file?.format !== 'csv') return view;
  return { ...view, columns: columnsRead(resolveOptions(row.options).preset, file.columns) };
}

export function importView(row: ImportRow, localize: Localize): Static<typeof ImportView> {
  const { rows_total: rows, error } = row;
  return fromRow(ImportView, row, {
    format: row.file_format?.format ?? null,
    source: row.origin,
    totals: {
      rows,
      created: row.created_count,
      updated: row.updated_count,
      unchanged: row.unchanged_count,
      removed: row.removed_count,
      skipped: row.skipped_count,
      failed: row.failed_count,
      warnings: row.warning_count,
    },
    progress: {
      processed: row.position,
      rows,
      percent: rows === null || rows === 0 ? null : Math.floor((100 * row.position) / rows),
    },
    images: {
      total: row.images_total,
      stored: row.images_stored,
      failed: row.images_failed,
      replaced: row.images_replaced,
    },
    aliases: [...row.aliases],
    error: error === null ? null : { ...error, message: localize(fromStored(error.message)) },
  });
}

export const ProblemView = NamedObject('ImportProblem', {
  row: Nullable(Type.Integer({ description: '1 is the first data row; null: the file as a whole' })),
  externalId: Nullable(Type.String()),
  column: Nullable(Type.String()),
  field: Nullable(Type.String({ description: 'Path of the listing field in a body' })),
  value: Nullable(Type.String()),
  severity: Literals(['error', 'warning']),
  code: Literals(Object.keys(PROBLEM_CODES) as [ProblemCode, ...ProblemCode[]]),
  message: Type.String(),
  suggestion: Nullable(Type.String()),
});

export const ProblemGroupView = NamedObject('ImportProblemGroup', {
  column: Nullable(Type.String()),
  field: Nullable(Type.String({ description: 'Path of the listing field in a body' })),
  value: Nullable(Type.String({ description: 'Value in the file' })),
  severity: Literals(['error', 'warning']),
  code: Literals(Object.keys(PROBLEM_CODES) as [ProblemCode, ...ProblemCode[]]),
  message: Type.String({ description: 'Message of the first of these rows' }),
  suggestion: Nullable(
    Type.String({ description: 'Probable meaning of the value; confirm it with `PUT …/mappings/:preset`' }),
  ),
  rows: Count,
});

export function problemGroupView(group: ProblemGroup, localize: Localize): Static<typeof ProblemGroupView> {
  return { ...group, message: localize(group.message) };
}

export function problemView(each: LocatedProblem, localize: Localize): Static<typeof ProblemView> {
  return { ...each, message: localize(each.message) };
}

export const LimitsView = NamedObject('ImportLimits', {
  rows: Type.Integer({ minimum: 0, description: 'Rows per file' }),
  bytes: Type.Integer({ minimum: 0, description: 'Bytes per file, and of the unpacked archive' }),
});

export const PresetView = NamedObject('ImportPreset', {
  name: PresetName,
  title: Type.String(),
  description: Type.String(),
  formats: Type.Array(Literals(['csv', 'xml'])),
  defaults: Type.Object({
    mode: Literals(['upsert', 'full']),
    publish: Literals(['draft', 'submit']),
    delimiter: Type.String(),
    currency: Type.String({
      description: 'Default currency of prices; for the Fifthwheel format, that of the account',
    }),
  }),
  columns: Type.Array(
    Type.Object({
      column: Type.String(),
      field: Nullable(Type.String()),
      required: Type.Boolean(),
      description: Type.String(),
    }),
  ),
});

export function presetView(preset: Preset, accountCurrency: string): Static<typeof PresetView> {
  const { name, title, description, formats, defaults } = preset;
  const columnView = (rule: ColumnRule) => ({
    column: rule.column,
    field: rule.field,
    required: rule.required === true,
    description: rule.description,
  });
  // Columns in the order of the file, then the others.
  const place = (rule: ColumnRule): number => {
    const index = preset.positions.indexOf(rule.column);
    return index === -1 ? preset.positions.length : index;
  };
  return {
    name,
    title,
    description,
    formats: [...formats],
    defaults: { ...defaults, currency: defaults.currency ?? accountCurrency },
    columns: preset.rules.toSorted((a, b) => place(a) - place(b)).map(columnView),
  };
}

export const PullView = NamedObject('ImportFeed', {
  url: Type.String(),
  preset: PresetName,
  mode: Literals(['upsert', 'full']),
  publish: Literals(['draft', 'submit']),
  everyMinutes: Nullable(
    Type.Integer({ description: 'Set by the plan; null: the plan no longer includes fetching feeds' }),
  ),
  nextAt: Timestamp,
  lastImportId: Nullable(Type.String()),
  lastError: Nullable(Type.String()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export function pullView(
  row: PullRow,
  everyMinutes: number | null,
  localize: Localize,
): Static<typeof PullView> {
  const { preset, mode, publish } = resolveOptions(row.options);
  return fromRow(PullView, row, {
    preset: preset.name,
    mode,
    publish,
    everyMinutes,
    lastError: row.last_error === null ? null : localize(row.last_error),
  });
}
