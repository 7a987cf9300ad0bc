import { NearestNames } from '@fifthwheel/text/nearest';
import { catalogue, isFieldName } from '../../listings/index.ts';
import type { Names } from '../../taxonomy/index.ts';
import { columnName, type DateOrders, type RawRow } from '../reading/raw-row.ts';
import { CLEAR } from '../values/marks.ts';
import type { ColumnRule } from './column-rule.ts';
import { DraftBuilder, type RowDraft, type NamedCurrency, placeOf } from './draft.ts';
import { common, currencyOfCountry } from '../values/currencies.ts';
import { type Message, t } from '../../../platform/errors/sentence.ts';
import { ofColumn } from '../problems.ts';

export const PRESET_NAMES = ['own', 'mobile_de_csv', 'truckradar_xml', 'ax10_csv'] as const;
export type PresetName = (typeof PRESET_NAMES)[number];

/** An import format: its columns and what they mean. */
export interface Preset {
  readonly name: PresetName;
  readonly title: string;
  readonly description: string;
  readonly formats: readonly ('csv' | 'xml')[];
  readonly defaults: {
    readonly mode: 'upsert' | 'full';
    readonly publish: 'draft' | 'submit';
    readonly delimiter: string;
    /** Currency of prices without one; null: the account's currency. */
    readonly currency: string | null;
  };
  /** Rules in the order in which they are applied. */
  readonly rules: readonly ColumnRule[];
  /** Column names by position, for files without a header. */
  readonly positions: readonly string[];
  /** Recognizes the meaning of an unlisted header; null for none. */
  readonly recognize?: (header: string) => string | null;
  /** Sets fields that follow from several columns together. */
  finish?(draft: DraftBuilder, row: RawRow, names: Names): void;
}

export interface BoundPreset {
  readonly preset: Preset;
  /** Columns of the file without a rule. */
  readonly unknownColumns: readonly string[];
  /** `emptyClears`: an empty cell clears the value; otherwise it keeps it. */
  read(row: RawRow, names: Names, emptyClears: boolean): RowDraft;
}

/** Context of a file that decides how it is read. */
interface FileContext {
  readonly dateOrders?: DateOrders | undefined;
  /** Currency of prices without one; null: the account's currency. */
  readonly currency?: string | null;
  /** Country of the seller. */
  readonly country?: string | null;
}

/** Binds a preset to the columns of one file. Without columns (XML), each row is checked against all rules. */
export function bindPreset(
  preset: Preset,
  columns: readonly string[] | null,
  context: FileContext = {},
): BoundPreset {
  const unlisted = (columns ?? []).filter((column) => !rulesByName(preset).has(column));
  const bound: BoundColumn[] = [];
  for (const rule of preset.rules) {
    for (const name of namesOf(rule)) {
      if (columns === null || columns.includes(name)) bound.push({ rule, column: name });
    }
    for (const column of unlisted) {
      if (ruleNamed(preset, column) === rule) bound.push({ rule, column });
    }
  }
  const roots = bound.flatMap(({ rule }) => rule.field?.split('.')[0] ?? []);
  const emptyBody = Object.fromEntries(roots.map((name) => [name, undefined]));
  return {
    preset,
    unknownColumns: unlisted.filter((column) => ruleNamed(preset, column) === undefined),
    read(row, names, emptyClears) {
      const draft = new DraftBuilder(emptyBody, context.dateOrders);
      const recognized = columns === null ? recognizedIn(preset, row) : [];
      for (const { rule, column } of recognized.length === 0 ? bound : [...bound, ...recognized]) {
        const text = row.cells.get(column);
        if (text === undefined) continue;
        const trimmed = text.trim();
        if (trimmed === CLEAR) rule.clear?.(draft);
        else if (trimmed !== '') rule.read({ text, column, names }, draft);
        // Another column may already have set the field.
        else if (emptyClears && rule.keepWhenEmpty !== true && !draft.has(rule.field ?? ''))
          rule.clear?.(draft);
      }
      preset.finish?.(draft, row, names);
      settleCurrency(draft, context.currency ?? preset.defaults.currency, context.country ?? null);
      return draft.build();
    },
  };
}

interface BoundColumn {
  readonly rule: ColumnRule;
  readonly column: string;
}

/** Returns the cells of an XML row that only `recognize` identifies; its column names are not known in advance. */
function recognizedIn(preset: Preset, row: RawRow): BoundColumn[] {
  if (preset.recognize === undefined) return [];
  const listed = rulesByName(preset);
  return [...row.cells.entries()].flatMap(([column]) => {
    const rule = listed.has(column) ? undefined : ruleNamed(preset, column);
    return rule === undefined ? [] : [{ rule, column }];
  });
}

interface ColumnReading {
  readonly column: string;
  readonly field: string | null;
  readonly readAs: string | null;
  readonly isKnown: boolean;
  readonly suggestion: string | null;
}

/** Describes how the columns of a file are read, and suggests columns for unknown ones. */
export function columnsRead(preset: Preset, columns: readonly string[]): ColumnReading[] {
  const formatColumns = new Set(
    preset.rules.filter(({ isUnread }) => isUnread !== true).map(({ column }) => column),
  );
  return columns.map((column) => {
    const rule = ruleNamed(preset, column);
    return {
      column,
      field: rule?.field ?? null,
      readAs: rule === undefined || !formatColumns.has(rule.column) ? null : rule.column,
      isKnown: rule !== undefined,
      suggestion: rule === undefined ? guessedColumn(preset, column) : null,
    };
  });
}

/** Suggests the column that an unknown one probably means. */
export function guessedColumn(preset: Preset, column: string): string | null {
  let names = nearestColumns.get(preset);
  if (names === undefined) {
    const known = preset.rules.flatMap((rule) => namesOf(rule).map((name) => [name, rule.column] as const));
    nearestColumns.set(preset, (names = new NearestNames(known)));
  }
  return names.find(column) ?? null;
}

const nearestColumns = new WeakMap<Preset, NearestNames>();

export function hasKnownCell(preset: Preset, row: RawRow): boolean {
  return [...row.cells.entries()].some(([column]) => ruleNamed(preset, column) !== undefined);
}

export function columnsOfDates(preset: Preset): readonly string[] {
  return preset.rules.filter(({ field }) => isDate(field)).flatMap(namesOf);
}

function isDate(field: string | null): boolean {
  if (field === null || !isFieldName(field)) return false;
  return catalogue[field].kind === 'yearMonth';
}

export function unknownCells(preset: Preset, row: RawRow): string[] {
  return [...row.cells.entries()]
    .map(([column]) => column)
    .filter((column) => ruleNamed(preset, column) === undefined);
}

const ruleIndex = new WeakMap<Preset, ReadonlyMap<string, ColumnRule>>();

function rulesByName(preset: Preset): ReadonlyMap<string, ColumnRule> {
  const known = ruleIndex.get(preset);
  if (known !== undefined) return known;
  const index = new Map(preset.rules.flatMap((rule) => namesOf(rule).map((name) => [name, rule] as const)));
  ruleIndex.set(preset, index);
  return index;
}

/** Finds the rule of a column by its names, or else by the meaning that the preset recognizes in the header. */
function ruleNamed(preset: Preset, column: string): ColumnRule | undefined {
  const listed = rulesByName(preset).get(column);
  const recognized = listed === undefined ? preset.recognize?.(column) : undefined;
  return recognized === undefined || recognized === null
    ? listed
    : preset.rules.find((rule) => rule.column === recognized);
}

export function namesOf(rule: ColumnRule): readonly string[] {
  if (rule.names !== undefined) return rule.names;
  return [...new Set([rule.column, ...(rule.aliases ?? [])].map(columnName))];
}

/**
 * Sets the currency in which the amounts of a row are written. A sign shared by several currencies, such as `kr`, means
 * the currency in the currency column, or else that of the import or its format, or else that of the seller's country.
 */
function settleCurrency(draft: DraftBuilder, importCurrency: string | null, country: string | null): void {
  const named = draft.namedCurrencies;
  const [first] = named;
  if (first === undefined) return;
  const written = draft.get('currency');
  const writtenCode = typeof written === 'string' ? written.trim().toUpperCase() : null;
  const other = named.find(({ codes }) => writtenCode !== null && !codes.includes(writtenCode));
  const possible = common(named.map(({ codes }) => codes)) ?? [];
  if (other !== undefined && other.codes.length > 0) {
    const values = { codes: other.codes.join('/'), code: writtenCode ?? '' };
    reportCurrencyProblem(
      draft,
      other,
      t('is in {codes}, but the currency column says {code}; correct one of them', values),
    );
    return;
  }
  if (possible.length === 0) {
    reportCurrencyProblem(
      draft,
      first,
      t('names different currencies; a listing has one for all of its amounts'),
    );
    return;
  }
  const onlyCode = possible.length === 1 ? (possible[0] ?? null) : null;
  const code = [writtenCode, onlyCode, importCurrency, currencyOfCountry(country)].find(
    (code) => code !== null && possible.includes(code),
  );
  if (code === undefined) {
    const codes = possible.join('/');
    reportCurrencyProblem(
      draft,
      first,
      t('can be in {codes}; name the currency in the currency column', { codes }),
    );
  } else if (writtenCode === null) draft.set('currency', code, first.column);
}

function reportCurrencyProblem(draft: DraftBuilder, amount: NamedCurrency, message: Message): void {
  draft.report('error', 'INVALID_VALUE', ofColumn(amount.column, message), placeOf(amount, amount.field));
}
