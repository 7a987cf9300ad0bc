import type { ColumnRule } from './column-rule.ts';
import { namesOf, type Preset } from './preset.ts';
import type { Cells, RawRow } from '../reading/raw-row.ts';

/** Column names of a seller's files mapped to columns of a format; null: the column is ignored. */
export type ColumnMapping = Readonly<Record<string, string | null>>;

/** Returns the preset with the mapping applied; other columns keep their meaning. */
export function mappedPreset(preset: Preset, mapping: ColumnMapping | undefined): Preset {
  const mapped = new Map(Object.entries(mapping ?? {}));
  if (mapped.size === 0) return preset;
  const written = [...mapped.keys()];
  const rules = preset.rules.map((rule) => ({
    ...rule,
    names: [
      ...namesOf(rule).filter((name) => !mapped.has(name)),
      ...written.filter((name) => mapped.get(name) === rule.column),
    ],
  }));
  const unread = written.filter((name) => mapped.get(name) === null).map(unreadRule);
  return {
    ...preset,
    rules: [...rules, ...unread],
    finish: (draft, row, names) => preset.finish?.(draft, inFormat(row, mapped), names),
  };
}

function unreadRule(column: string): ColumnRule {
  return { column, field: null, description: 'Not read.', isUnread: true, read: () => {} };
}

/** Returns the row under the column names of the format, for rules that combine several columns. */
function inFormat(row: RawRow, mapped: ReadonlyMap<string, string | null>): RawRow {
  const sources = new Map([...mapped].flatMap(([name, column]) => (column === null ? [] : [[column, name]])));
  const nameOf = (column: string): string | undefined =>
    sources.get(column) ?? (mapped.has(column) ? undefined : column);
  const cells: Cells = {
    get: (column) => {
      const name = nameOf(column);
      return name === undefined ? undefined : row.cells.get(name);
    },
    has: (column) => {
      const name = nameOf(column);
      return name !== undefined && row.cells.has(name);
    },
    entries: () => row.cells.entries(),
  };
  return { ...row, cells };
}
