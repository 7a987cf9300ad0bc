import type { Transaction } from '../../../platform/db/transaction.ts';
import {
  type AppError,
  type ErrorDetail,
  found,
  invalidField,
  invalidFields,
} from '../../../platform/errors/app-error.ts';
import { allProblems, checkBody } from '../../../platform/http/request/validate.ts';
import type { SellerPlan } from '../../billing/index.ts';
import type { ListingAction } from '../lifecycle/lifecycle-table.ts';
import { detailsOf } from '../lifecycle/transition-errors.ts';
import { lockOwnRow, lockRowByNumber } from '../listings.repository.ts';
import { type FieldProblem, warningAt } from '../record/field-check.ts';
import type { ListingRecord } from '../record/fields.ts';
import { CreateListingBody, type ListingBody } from '../record/listing-body.ts';
import { withRate } from '../record/money.ts';
import { recordOf } from '../record/record-columns.ts';
import { emptyRecord, patchedRecord, recordFromBody, replacedRecord, stockNumber } from '../record/record.ts';
import { assertUnedited } from '../../../platform/http/request/version.ts';
import type { ListingRow } from '../tables.ts';
import { assess } from '../writing/assessment.ts';
import type { RecordEdit, RecordWrites, SharedFacts, Written } from '../writing/record-writes.ts';
import type { RowChange } from '../writing/row-changes.ts';
import type { StepOptions, Transitions } from '../writing/transitions.ts';
import { type Operation, Operation as OperationSchema, type StoredResult } from './batch-schemas.ts';
import { t, toStored } from '../../../platform/errors/sentence.ts';
import { Service } from '../../../platform/service.ts';

export interface RunParts {
  readonly records: RecordWrites;
  readonly transitions: Transitions;
  readonly shared: SharedFacts & { readonly plan: SellerPlan };
  readonly deleteRefusal: AppError | null;
}

type Outcome = Omit<StoredResult, 'index'>;
type DraftBody = ListingBody & { publish?: boolean };
type ToRecord = (body: ListingBody, current: ListingRecord) => ListingRecord;

const OK = 200;
const CREATED = 201;

/**
 * Applies the operations of one batch in its transaction. A rejected one throws before it writes anything. Plain
 * edits are collected and written together by `flush`: the seller's plan is locked meanwhile, and a hundred prices
 * then take a dozen statements. Flush before anything else reads or writes listings.
 */
export class OperationRun extends Service<RunParts> {
  /** Locked listings as stored, including those with pending edits, so a name always finds them. */
  readonly #rows: Map<string, ListingRow>;
  /** Evaluated edits by listing ID, at most one per listing. None of them changes a key. */
  readonly #waiting = new Map<string, RowChange>();

  constructor(parts: RunParts, rows: readonly ListingRow[]) {
    super(parts);
    this.#rows = new Map(rows.map((row) => [row.id, row]));
  }

  /** Writes the pending edits. */
  async flush(trx: Transaction): Promise<void> {
    const changes = [...this.#waiting.values()];
    for (const id of this.#waiting.keys()) this.#rows.delete(id);
    this.#waiting.clear();
    await this.parts.records.write(trx, this.parts.shared.actor, changes);
  }

  async apply(trx: Transaction, unchecked: Readonly<Record<string, unknown>>): Promise<Outcome> {
    const { value, problems } = checkBody(OperationSchema, unchecked);
    if (problems.length > 0) throw invalidFields(problems);
    const operation = value as Operation;
    switch (operation.op) {
      case 'create':
        return this.#create(trx, operation);
      case 'put':
        return this.#put(trx, operation);
      case 'replace':
      case 'update':
        return this.#edit(trx, operation);
      case 'changePrice':
        return this.#changePrice(trx, operation);
      case 'delete':
        if (this.parts.deleteRefusal !== null) throw this.parts.deleteRefusal;
        return this.#step(trx, operation, 'delete', {});
      case 'markSold':
        return this.#step(trx, operation, 'markSold', { soldPrice: operation.soldPrice ?? null });
      case 'feature':
        return this.#step(trx, operation, 'feature', { featuredDays: operation.days });
      case 'unfeature':
      case 'publish':
      case 'unpublish':
      case 'renew':
      case 'withdraw':
        return this.#step(trx, operation, operation.op, {});
    }
  }

  async #create(trx: Transaction, operation: Operation): Promise<Outcome> {
    const { body, ignored } = await this.#bodyOf(operation, recordFromBody, null);
    return this.#insert(trx, body, ignored);
  }

  async #put(trx: Transaction, operation: Operation): Promise<Outcome> {
    const { externalId } = operation;
    if (externalId === undefined) throw invalidField('externalId', t('is required'));
    const row = await this.#find(trx, { externalId });
    const numbered = { ...operation, listing: { ...operation.listing, externalId } };
    if (row !== undefined) return this.#editRow(trx, numbered, row, replaced);
    const { body, ignored } = await this.#bodyOf(numbered, recordFromBody, null);
    return this.#insert(trx, body, ignored);
  }

  async #insert(trx: Transaction, body: DraftBody, ignored: readonly FieldProblem[]): Promise<Outcome> {
    const { records, shared } = this.parts;
    const { publish = false, imageUrls = null } = body;
    const written = recordFromBody(body);
    const options = { publish, imageUrls, looksUpKeys: true };
    await this.flush(trx);
    return outcome(CREATED, await records.insert(trx, shared, { written, ...options }), ignored);
  }

  async #edit(trx: Transaction, operation: Operation): Promise<Outcome> {
    const row = await this.#locked(trx, operation);
    const { op } = operation;
    return this.#editRow(trx, operation, row, (body, current) =>
      op === 'update' ? patchedRecord(current, body) : replacedRecord(current, body),
    );
  }

  async #editRow(
    trx: Transaction,
    operation: Operation,
    row: ListingRow,
    toRecord: ToRecord,
  ): Promise<Outcome> {
    if (operation.version !== undefined) assertUnedited(row, operation.version);
    const { body, ignored } = await this.#bodyOf(operation, toRecord, row);
    const { publish = false, imageUrls = null } = body;
    const edit = { toRecord: (current: ListingRecord) => toRecord(body, current), publish, imageUrls };
    return this.#written(trx, row, edit, ignored);
  }

  /** Keeps the basis and recomputes the other amount; a listing without a price cannot be changed. */
  async #changePrice(trx: Transaction, operation: Operation): Promise<Outcome> {
    const { percent, price } = operation;
    if (price !== undefined && percent !== undefined)
      throw invalidField('price', t('must not be sent together with percent'));
    const change = price === undefined ? percent : price;
    if (change === undefined) throw invalidField('percent', t('is required unless price is given'));
    const row = await this.#locked(trx, operation);
    if (row.price === null) throw invalidField('price', t('does not exist, so it cannot be changed'));
    const changed = price ?? withRate(row.price, change);
    const toRecord = (current: ListingRecord): ListingRecord => patchedRecord(current, { price: changed });
    return this.#written(trx, row, { toRecord }, []);
  }

  async #written(
    trx: Transaction,
    row: ListingRow,
    edit: RecordEdit,
    ignored: readonly FieldProblem[],
  ): Promise<Outcome> {
    const { records, shared } = this.parts;
    const checked = { ...edit, looksUpKeys: true };
    if (edit.publish === true || (edit.imageUrls ?? null) !== null) {
      await this.flush(trx);
      this.#rows.delete(row.id);
      return outcome(OK, await records.edit(trx, shared, row, checked), ignored);
    }
    const { change, assessment } = await records.evaluate(trx, shared, row, checked);
    if (change !== null) {
      this.#rows.set(row.id, row);
      this.#waiting.set(row.id, change);
      if (hasOtherKeys(change)) await this.flush(trx);
    }
    return outcome(OK, { row: change?.after ?? row, assessment }, ignored);
  }

  async #step(
    trx: Transaction,
    operation: Operation,
    action: ListingAction,
    options: StepOptions,
  ): Promise<Outcome> {
    const { transitions, shared } = this.parts;
    const { id } = await this.#locked(trx, operation);
    await this.flush(trx);
    this.#rows.delete(id);
    const row = await transitions.apply(trx, shared.actor, id, action, options);
    return { status: OK, ...place(row), warnings: [] };
  }

  /** Locks the listing of the operation, by ID or stock number, in the version that it names. */
  async #locked(trx: Transaction, { id, externalId, version }: Operation): Promise<ListingRow> {
    if (id === undefined && externalId === undefined)
      throw invalidField('id', t('is required unless externalId is given'));
    const row = found('listing', await this.#find(trx, { id, externalId }));
    if (version !== undefined) assertUnedited(row, version);
    return row;
  }

  /** Finds the listing as the previous operations left it; the ID takes precedence over the stock number. */
  async #find(
    trx: Transaction,
    { id, externalId = '' }: { readonly id?: string | undefined; readonly externalId?: string | undefined },
  ): Promise<ListingRow | undefined> {
    const { sellerId } = this.parts.shared.actor;
    const number = stockNumber(externalId);
    const known =
      id === undefined
        ? [...this.#rows.values()].find((row) => row.external_id === number)
        : (this.#rows.get(id) ?? [...this.#rows.values()].find((row) => row.slug === id));
    if (known !== undefined && !this.#waiting.has(known.id)) return known;
    if (known !== undefined) await this.flush(trx);
    return id === undefined ? lockRowByNumber(trx, sellerId, externalId) : lockOwnRow(trx, sellerId, id);
  }

  /** Checks the body of an operation like that of a separate request. */
  async #bodyOf(
    { listing }: Operation,
    toRecord: ToRecord,
    row: ListingRow | null,
  ): Promise<{ body: DraftBody; ignored: readonly FieldProblem[] }> {
    if (listing === undefined) throw invalidField('listing', t('is required'));
    const checked = checkBody(CreateListingBody, listing);
    if (checked.problems.length > 0)
      throw await allProblems(checked, async (valid) => this.#problemsOf(valid, toRecord, row));
    const ignored = checked.ignored.map((field) => warningAt(field, 'is unknown and was ignored'));
    return { body: checked.value as DraftBody, ignored };
  }

  #problemsOf(body: DraftBody, toRecord: ToRecord, row: ListingRow | null): readonly ErrorDetail[] {
    const { context } = this.parts.shared;
    const before = row === null ? null : recordOf(row, context.taxonomy);
    const assessment = assess(toRecord(body, before ?? emptyRecord()), context, before);
    const missing = body.publish === true ? assessment.missing : [];
    return detailsOf([...assessment.errors, ...missing]);
  }
}

function hasOtherKeys({ before, after }: RowChange): boolean {
  return before?.external_id !== after.external_id || before.vin !== after.vin;
}

const replaced: ToRecord = (body, current) => replacedRecord(current, body);

function place({ id, external_id, status, version }: ListingRow) {
  return { id, externalId: external_id, state: status, version };
}

function outcome(status: number, { row, assessment }: Written, ignored: readonly FieldProblem[]): Outcome {
  const warnings = [...assessment.errors, ...assessment.remarks, ...assessment.warnings, ...ignored];
  return {
    status,
    ...place(row),
    warnings: warnings.map(({ field, message }) => ({ field, message: toStored(message) })),
  };
}
