import { catalogue, type FieldProblem, isFieldName, type ValueSpec } from '../listings/index.ts';
import type { RowDraft } from './presets/draft.ts';
import { problem, type ProblemCode, type RowProblem } from './problems.ts';
import type { RawRow } from './reading/raw-row.ts';
import { t } from '../../platform/errors/sentence.ts';

/** Converts problems of a record to problems of its row. */
export function rowProblems(found: readonly FieldProblem[], draft: RowDraft, row: RawRow): RowProblem[] {
  return found.map(({ field, message, severity }) => {
    const column = columnOf(field, draft);
    const code = codeOf({ field, message, severity }, draft);
    const value = column === null ? null : (row.cells.get(column) ?? null);
    return problem(severity, code, t('{field} {message}', { field, message }), { column, field, value });
  });
}

function columnOf(field: string, draft: RowDraft): string | null {
  const root = field.split('.')[0] ?? field;
  return draft.columnOf(field) ?? draft.columnOf(root) ?? (root === 'status' ? 'status' : null);
}

const VIN = /^[A-HJ-NPR-Z0-9]{17}$/;

function codeOf(found: FieldProblem, draft: RowDraft): ProblemCode {
  const { field, message, severity } = found;
  const root = field.split('.').at(0) ?? field;
  if (String(message).startsWith('is required')) return 'REQUIRED';
  if (root === 'status') return 'INVALID_STATE';
  if (root === 'vin')
    return severity === 'error' && VIN.test(draft.vin ?? '') ? 'DUPLICATE_KEY' : 'INVALID_VIN';
  if (severity === 'warning') return 'QUESTIONABLE';
  switch (root) {
    case 'externalId':
      return String(message).startsWith('must') ? 'INVALID_VALUE' : 'DUPLICATE_KEY';
    case 'brand':
      return 'UNKNOWN_BRAND';
    case 'category':
    case 'subcategory':
      return 'UNKNOWN_CATEGORY';
    case 'features':
      return 'UNKNOWN_FEATURE';
    default:
      return codeOfValue(field);
  }
}

/** Problem code of a rejected value, by its kind. */
const CODE_OF_KIND: Readonly<Record<ValueSpec['kind'], ProblemCode>> = {
  integer: 'OUT_OF_RANGE',
  decimal: 'OUT_OF_RANGE',
  enum: 'INVALID_ENUM',
  yearMonth: 'INVALID_DATE',
  date: 'INVALID_DATE',
  text: 'INVALID_VALUE',
  boolean: 'INVALID_VALUE',
  textList: 'INVALID_VALUE',
  object: 'INVALID_VALUE',
  objectList: 'INVALID_VALUE',
  objectMap: 'INVALID_VALUE',
};

function codeOfValue(field: string): ProblemCode {
  const name = field.replace(/^location\./, '');
  if (!isFieldName(name)) return 'INVALID_VALUE';
  const spec: ValueSpec = catalogue[name];
  return spec.kind === 'text' && spec.code !== undefined ? 'INVALID_ENUM' : CODE_OF_KIND[spec.kind];
}
