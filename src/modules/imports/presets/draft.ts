import type { Names } from '../../taxonomy/index.ts';
import { stockNumber } from '../../listings/index.ts';
import type { DateOrders } from '../reading/raw-row.ts';
import type { DateOrder } from '../values/dates.ts';
import { problem, type ProblemCode, type RowProblem, type Severity } from '../problems.ts';
import type { Message } from '../../../platform/errors/sentence.ts';

export const ROW_STATES = ['draft', 'active', 'paused', 'sold', 'deleted'] as const;
export type RowState = (typeof ROW_STATES)[number];

/** A word of the file and the value that it was read as. */
export interface AppliedAlias {
  readonly field: string;
  readonly written: string;
  readonly meant: string;
}

/** The place of a problem: a cell whose text cannot be read as the field. */
export function placeOf(
  { column, text }: Pick<Cell, 'column' | 'text'>,
  field: string,
  suggestion: string | null = null,
) {
  return { column, field, value: text, suggestion };
}

/** Listing data that a row contains. */
export interface RowDraft {
  readonly externalId: string | null;
  readonly vin: string | null;
  /** ID of a listing without another key, as exports contain it. */
  readonly listingId: string | null;
  /** As for PATCH: an absent field stays, null clears it. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly state: RowState | null;
  /** All images in order; null: the row does not mention images. */
  readonly imageUrls: readonly string[] | null;
  /** Prefixes of the names of its images in the archive. */
  readonly imageNames: readonly string[];
  readonly problems: readonly RowProblem[];
  readonly aliases: readonly AppliedAlias[];
  /** Returns the column of a field, for problems found later. */
  readonly columnOf: (field: string) => string | null;
}

/** An amount with a currency. */
export interface NamedCurrency {
  readonly column: string;
  readonly field: string;
  readonly text: string;
  /** Possible currency codes. */
  readonly codes: readonly string[];
}

/** A cell of a row while its rule reads it. */
export interface Cell {
  readonly text: string;
  readonly column: string;
  readonly names: Names;
}

export class DraftBuilder {
  readonly #body: Record<string, unknown>;
  readonly #problems: RowProblem[] = [];
  readonly #aliases: AppliedAlias[] = [];
  /**
   * Fields that were set and their columns, in parallel arrays: they are rarely read, and filling a Map for each of
   * 40 fields is slow.
   */
  readonly #setFields: string[] = [];
  readonly #setColumns: string[] = [];
  /** Vehicle class of the category; the meaning of some brand names depends on it. */
  vehicleClass: string | null = null;
  listingId: string | null = null;
  state: RowState | null = null;
  imageUrls: readonly string[] | null = null;
  imageNames: readonly string[] = [];
  readonly namedCurrencies: NamedCurrency[] = [];
  readonly #dateOrders: DateOrders;

  /** `empty`: a body with the keys that are likely to be set, because copying keys is faster than adding them. */
  constructor(empty: Readonly<Record<string, undefined>> = {}, dateOrders: DateOrders = {}) {
    this.#body = { ...empty };
    this.#dateOrders = dateOrders;
  }

  dateOrder(column: string): DateOrder {
    return this.#dateOrders[column] ?? 'day-first';
  }

  /** `location.city` goes into the object `location`. */
  set(path: string, value: unknown, column?: string): void {
    if (column !== undefined) {
      this.#setFields.push(path);
      this.#setColumns.push(column);
    }
    const dot = path.indexOf('.');
    if (dot === -1) {
      this.#body[path] = value;
      return;
    }
    const object = (this.#body[path.slice(0, dot)] ??= {}) as Record<string, unknown>;
    object[path.slice(dot + 1)] = value;
  }

  /** Moves a value to another field unless that one has a value. */
  move(from: string, to: string): void {
    const value = this.#body[from];
    delete this.#body[from];
    const index = this.#setFields.lastIndexOf(from);
    if (!this.has(to)) this.set(to, value, this.#setColumns[index]);
  }

  get(path: string): unknown {
    const dot = path.indexOf('.');
    const value = this.#body[dot === -1 ? path : path.slice(0, dot)];
    if (dot === -1 || typeof value !== 'object' || value === null) return value;
    return (value as Record<string, unknown>)[path.slice(dot + 1)];
  }

  /** Whether the field has a value: neither absent nor cleared. */
  has(path: string): boolean {
    const value = this.get(path);
    return value !== undefined && value !== null;
  }

  report(
    severity: Severity,
    code: ProblemCode,
    message: Message,
    where: Partial<Pick<RowProblem, 'column' | 'field' | 'value' | 'suggestion'>> = {},
  ): void {
    this.#problems.push(problem(severity, code, message, where));
  }

  alias(field: string, written: string, meant: string): void {
    this.#aliases.push({ field, written: written.slice(0, 100), meant });
  }

  build(): RowDraft {
    return {
      externalId: numberOf(this.#body['externalId']),
      vin:
        textOf(this.#body['vin'])
          ?.replaceAll(/[\s-]+/g, '')
          .toUpperCase() ?? null,
      listingId: this.listingId,
      body: this.#body,
      state: this.state,
      imageUrls: this.imageUrls,
      imageNames: this.imageNames,
      problems: this.#problems,
      aliases: this.#aliases,
      columnOf: (field) => this.#setColumns[this.#setFields.lastIndexOf(field)] ?? null,
    };
  }
}

/** Normalizes the stock number as it will be stored: numbers that differ only in white space mean the same vehicle. */
function numberOf(value: unknown): string | null {
  return typeof value === 'string' && !value.includes('\ufffd') ? stockNumber(value) || null : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && !value.includes('\ufffd') ? value : null;
}
