import {
  bodyPath,
  type FieldRow,
  type ValueSpec,
  fieldOf as rowOf,
  isFieldName,
  nearestWord,
  readWord,
} from '../../listings/index.ts';
import { readBoolean } from '../values/booleans.ts';
import { readAmount } from '../values/currencies.ts';
import { type DateOrder, isAmbiguous, readDay, readMonth } from '../values/dates.ts';
import { unmarkedText } from '../values/marks.ts';
import { readQuantity } from '../values/numbers.ts';
import { type DraftBuilder, type Cell, placeOf } from './draft.ts';
import { type Message, t } from '../../../platform/errors/sentence.ts';
import { ofColumn } from '../problems.ts';

export interface ColumnRule {
  readonly column: string;
  /** Other headers with the same meaning. */
  readonly aliases?: readonly string[] | undefined;
  /** Header names that replace `column` and `aliases` if the seller has mapped columns. */
  readonly names?: readonly string[];
  /** The column is recognized and ignored. */
  readonly isUnread?: true;
  /** Path of the field in the body; null if several fields follow from the column. */
  readonly field: string | null;
  readonly description: string;
  readonly required?: true;
  /** An empty cell keeps the value, even where an empty cell otherwise clears it. */
  readonly keepWhenEmpty?: true;
  read(cell: Cell, draft: DraftBuilder): void;
  clear?(draft: DraftBuilder): void;
}

/** Rule of a column that holds one field unchanged. */
export function fieldRule(
  column: string,
  target: { readonly path: string; readonly spec: ValueSpec; readonly description: string },
  options: {
    readonly aliases?: readonly string[] | undefined;
    readonly zeroIsEmpty?: true;
    readonly lenient?: true;
  } = {},
): ColumnRule {
  const { path, spec, description } = target;
  return {
    column,
    field: path,
    description,
    aliases: options.aliases,
    read({ text, column: written }, draft) {
      if (options.zeroIsEmpty === true && /^0+(?:[.,]0+)?$/.test(text.trim())) return;
      readField({ path, spec, column: written, lenient: options.lenient === true }, text, draft);
    },
    clear: (draft) => draft.set(path, null, column),
  };
}

/** Rule of a column that holds one field of the catalog. */
export function catalogueRule(
  column: string,
  field: FieldRow,
  options: Parameters<typeof fieldRule>[2] = {},
): ColumnRule {
  return fieldRule(column, { path: bodyPath(field), spec: field, description: field.description }, options);
}

interface Target {
  readonly path: string;
  readonly spec: ValueSpec;
  readonly column: string;
  /** Unreadable values are ignored with a warning. */
  readonly lenient: boolean;
}

export function readField(target: Target, text: string, draft: DraftBuilder): void {
  const { path, spec, column } = target;
  if (isMoney(spec)) {
    readMoney(target, text, draft);
    return;
  }
  const value = valueOf(spec, path, text, draft.dateOrder(column));
  if ('value' in value) {
    draft.set(path, value.value, column);
    if (typeof value.value === 'string' && spec.kind === 'enum' && text.trim() !== value.value)
      draft.alias(path, text.trim(), value.value);
    return;
  }
  const severity = target.lenient ? 'warning' : 'error';
  const place = placeOf({ column, text }, path, value.suggestion);
  draft.report(severity, value.code, ofColumn(column, value.message), place);
}

/** Rates in percent also have two decimals, but a unit. */
function isMoney(spec: ValueSpec): boolean {
  return spec.kind === 'decimal' && spec.scale !== undefined && spec.unit === undefined;
}

/** Reads an amount. If it names a currency, that applies to the whole listing. */
export function readMoney(target: Omit<Target, 'spec'>, text: string, draft: DraftBuilder): number | null {
  const { path, column, lenient } = target;
  const amount = readAmount(text);
  if (amount === null) {
    const severity = lenient ? 'warning' : 'error';
    const message = ofColumn(column, t('is not a number'));
    draft.report(severity, 'INVALID_NUMBER', message, placeOf({ column, text }, path));
    return null;
  }
  draft.set(path, amount.value, column);
  if (amount.currencies !== null)
    draft.namedCurrencies.push({ column, field: path, text, codes: amount.currencies });
  return amount.value;
}

interface Unreadable {
  readonly code: 'INVALID_NUMBER' | 'INVALID_ENUM' | 'INVALID_DATE' | 'INVALID_VALUE';
  readonly message: Message;
  readonly suggestion: string | null;
}
type Reading = { readonly value: unknown } | Unreadable;

const unreadable = (
  code: Unreadable['code'],
  message: Message,
  suggestion: string | null = null,
): Unreadable => ({ code, message, suggestion });

/** Whether a spreadsheet has turned a long number into scientific notation, which loses digits. */
export function isDamagedNumber(text: string): boolean {
  return DAMAGED_NUMBER.test(text.trim());
}

const DAMAGED_NUMBER = /^\d(?:[.,]\d+)?E\+\d{2,3}$/i;

function valueOf(spec: ValueSpec, path: string, text: string, dateOrder: DateOrder): Reading {
  switch (spec.kind) {
    case 'text':
      return isDamagedNumber(text)
        ? unreadable('INVALID_VALUE', DAMAGED_MESSAGE)
        : { value: unmarkedText(text) };
    case 'integer': {
      const number = readQuantity(text, 'count', spec.unit);
      return number !== null && Number.isInteger(number)
        ? { value: number }
        : unreadable('INVALID_NUMBER', t('is not a whole number'));
    }
    case 'decimal': {
      const number = readQuantity(text, spec.scale === undefined ? 'measure' : 'amount', spec.unit);
      return number === null ? unreadable('INVALID_NUMBER', t('is not a number')) : { value: number };
    }
    case 'boolean': {
      const value = readBoolean(text);
      return value === null ? unreadable('INVALID_ENUM', t('must be yes or no')) : { value };
    }
    case 'enum': {
      const word = readWord(path, text, spec.values);
      if (word !== undefined) return { value: word };
      const suggestion = nearestWord(path, text.trim(), spec.values);
      return unreadable(
        'INVALID_ENUM',
        t('must be one of {values}', { values: spec.values.join(', ') }),
        suggestion,
      );
    }
    case 'yearMonth':
      return dated(readMonth(text, dateOrder), text, dateOrder, t('is not a month; write YYYY-MM'));
    case 'date':
      return dated(readDay(text, dateOrder), text, dateOrder, t('is not a day; write YYYY-MM-DD'));
    case 'textList':
      return { value: splitList(unmarkedText(text)) };
    case 'object':
    case 'objectList':
    case 'objectMap':
      return readJson(text);
  }
}

const DAMAGED_MESSAGE = t(
  'was damaged by a spreadsheet, which has cut digits off; format the column as text and enter it again',
);
const AMBIGUOUS_MESSAGE = t(
  'can be read day-first or month-first, and other dates of the column are written both ways; write YYYY-MM-DD',
);

function dated(value: string | null, text: string, order: DateOrder, message: Message): Reading {
  if (value !== null) return { value };
  if (order === 'mixed' && isAmbiguous(text)) return unreadable('INVALID_DATE', AMBIGUOUS_MESSAGE);
  return unreadable('INVALID_DATE', message);
}

/** Compounds without separate columns are JSON. */
function readJson(text: string): Reading {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return unreadable('INVALID_VALUE', t('is not JSON'));
  }
}

export function splitList(text: string, separator: string | RegExp = '|'): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Returns the catalog row of a field that a preset names. */
export function fieldOf(name: string): FieldRow {
  if (!isFieldName(name)) throw new Error(`The catalogue has no field ${name}`);
  return rowOf(name);
}
