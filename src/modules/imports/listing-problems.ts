import { catalogue, type FieldProblem, isFieldName } from '../listings/index.ts';
import type { RowDraft } from './presets/draft.ts';
import { problem, type ProblemCode, type RowProblem } from './problems.ts';
import type { RawRow } from './reading/raw-row.ts';
import { t } from '../../platform/errors/sentence.ts';

/** Problems of a record, as problems of the row that it came from. */
export function rowProblems(found: readonly FieldProblem[], draft: RowDraft, row: RawRow): RowProblem[] {
  return found.map(({ field, message, severity }) => {
    const column = columnOf(field, draft);
    return problem(
      severity,
      codeOf({ field, message, severity }, draft),
      t('{field} {message}', { field, message }),
      {
        column,
        field,
        value: column === null ? null : (row.cells.get(column) ?? null),
      },
    );
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

function codeOfValue(field: string): ProblemCode {
  const name = field.replace(/^location\./, '');
  const kind = isFieldName(name) ? catalogue[name].kind : null;
  if (kind === 'integer' || kind === 'decimal') return 'OUT_OF_RANGE';
  if (kind === 'enum' || name === 'currency' || name === 'country') return 'INVALID_ENUM';
  return kind === 'yearMonth' ? 'INVALID_DATE' : 'INVALID_VALUE';
}
