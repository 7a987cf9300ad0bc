/**
 * Writes one batch of rows in the transaction that also moves the position of the import. Each row becomes a write of
 * a listing or a list of its problems; a failing row does not affect the others.
 */
import type { Transaction } from '../../platform/db/transaction.ts';
import type { AliasTally } from './alias-tally.ts';
import type { ImportCompletion } from './completion.ts';
import type { BatchCounts, ImportRow } from './imports.repository.ts';
import type { KeyRegister } from './key-register.ts';
import { rowProblems } from './listing-problems.ts';
import type {
  BulkItem,
  BulkResult,
  ListingBody,
  Listings,
  PreparedRecord,
  RecordContext,
  DryRun,
  SellerListingActor,
} from '../listings/index.ts';
import type { Names } from '../taxonomy/index.ts';
import { type ImageArchive, sourcesOf } from './image-orders.ts';
import { addImages, findCompletedOrders, type ImageRequest } from './images.repository.ts';
import type { RowDraft } from './presets/draft.ts';
import type { ValueReader } from './presets/mapped-values.ts';
import type { BoundPreset } from './presets/preset.ts';
import { insertFailedRows, insertProblems, type LocatedProblem } from './problems.repository.ts';
import { asWarning, isRefused, problem, type RowProblem } from './problems.ts';
import type { RawRow } from './reading/raw-row.ts';
import { forgetRetirements, Stock } from './stock.repository.ts';
import { type Decision, decide, isAtTarget, type StockEntry } from './target.ts';
import { hash } from 'node:crypto';
import { t } from '../../platform/errors/sentence.ts';

export interface BatchContext {
  readonly job: ImportRow;
  readonly actor: SellerListingActor;
  readonly preset: BoundPreset;
  readonly names: Names;
  readonly readValues: ValueReader;
  /** Currency of prices that name none; null: that of the account. */
  readonly currency: string | null;
  readonly archive: ImageArchive;
  readonly register: KeyRegister;
  readonly aliases: AliasTally;
  readonly dryRun: DryRun;
  readonly bulk: Listings['bulk'];
  readonly completion: Pick<ImportCompletion, 'endImages'>;
  readonly now: Date;
}

/** A parsed row; every attempt to write it starts from this. */
export interface ReadRow {
  readonly row: RawRow;
  readonly draft: RowDraft;
  readonly hash: Buffer;
  readonly problems: readonly RowProblem[];
  /** Set if the row seems to be a new listing: its record, already checked. */
  readonly prepared: PreparedRecord | null;
}

/** Context in which rows are checked while they are read. */
interface EarlyCheck {
  readonly context: RecordContext;
  /** The row seems to be a new listing; for an existing listing, this is wasted effort. */
  readonly asNew: boolean;
}

/** A row while it is being processed. */
interface RowInProgress extends Omit<ReadRow, 'problems'> {
  readonly problems: RowProblem[];
  entry: StockEntry | null;
  decision: Decision;
  waitsForImages: boolean;
  /** The row equals the last one written, and its listing already has the target state: skip it. */
  isUnchanged: boolean;
  result: BulkResult | null;
}

interface BatchOutcome {
  readonly counts: BatchCounts;
  /** Listings that have images to fetch. */
  readonly withImages: readonly string[];
}

const PROBLEMS_PER_ROW_MAX = 25;

export function readDraft(row: RawRow, { job, preset, names, readValues }: BatchContext): RowDraft {
  return preset.read(readValues(row), names, job.mode === 'full');
}

export function readRow(row: RawRow, context: BatchContext, earlyCheck: EarlyCheck): ReadRow {
  const draft = readDraft(row, context);
  const problems = draft.problems.map((each) => (isOptional(each.field, draft) ? asWarning(each) : each));
  const read = { row, draft, hash: rowHash(draft), problems, prepared: null };
  if (row.fault !== null)
    return {
      ...read,
      problems: [problem('error', 'MALFORMED_ROW', t(`The row ${row.fault.text}.`, row.fault.values))],
    };
  const isBroken = isRefused(problems);
  if (!isBroken && !earlyCheck.asNew) return read;
  const prepared = context.bulk.prepare(bodyOf(draft, null, context.currency), earlyCheck.context);
  if (!isBroken) return { ...read, prepared };
  return { ...read, problems: [...problems, ...furtherErrors(prepared, draft, row)] };
}

/** Finds the other errors of a rejected row, so that the sender can correct them together. */
function furtherErrors({ assessment }: PreparedRecord, draft: RowDraft, row: RawRow): RowProblem[] {
  const named = new Set(draft.problems.map(({ field }) => field));
  const errors = assessment.errors.filter(({ field }) => draft.columnOf(field) !== null && !named.has(field));
  const optional = (field: string | null): boolean => isOptional(field, draft);
  return rowProblems(errors, draft, row).map((each) => (optional(each.field) ? asWarning(each) : each));
}

/** Fields without which a row does not identify its vehicle, type or price. */
const ESSENTIAL = new Set([
  'id',
  'externalId',
  'category',
  'brand',
  'price',
  'priceNet',
  'priceGross',
  'currency',
  'status',
]);

/** Whether the vehicle is imported without a value that cannot be read. A VIN is essential if it is the only key. */
function isOptional(field: string | null, { externalId }: RowDraft): boolean {
  const root = field?.split('.')[0];
  if (root === undefined) return false;
  return root === 'vin' ? externalId !== null : !ESSENTIAL.has(root);
}

function begin({ row, draft, hash, problems, prepared }: ReadRow): RowInProgress {
  return {
    row,
    draft,
    hash,
    prepared,
    problems: [...problems],
    entry: null,
    decision: { kind: 'skip', problem: null },
    waitsForImages: false,
    isUnchanged: false,
    result: null,
  };
}

export async function writeBatch(
  trx: Transaction,
  parsed: readonly ReadRow[],
  context: BatchContext,
): Promise<BatchOutcome> {
  const { job } = context;
  const rows = parsed.map(begin);
  for (const row of rows) checkKeys(row, context.register);
  const readable = rows.filter((row) => !isRefused(row.problems));
  const keys = readable.map(({ draft }) => draft);
  const stock = await Stock.load(trx, job.seller_id, keys);
  for (const row of readable) route(row, stock, context);
  await writeListings(trx, rows, context);
  const images = job.dry_run ? [] : imagesOf(rows, context.archive);
  const carriedOut = await findCompletedOrders(trx, images);
  const open = images.filter((order) => !carriedOut.has(order));
  const replaced = await addImages(trx, job.id, open, context.now);
  await context.completion.endImages(trx, replaced);
  await insertProblems(trx, job.id, rows.flatMap(locatedProblems));
  const failed = rows.filter(isFailed).map(({ row }) => row);
  await insertFailedRows(trx, job.id, failed);
  for (const { draft } of rows) context.aliases.add(draft.aliases);
  const counts = {
    ...count(rows),
    images: countImages(images),
    imagesStored: countImages([...carriedOut]),
  };
  return { counts, withImages: open.map(({ listingId }) => listingId) };
}

function checkKeys({ row, draft, problems }: RowInProgress, register: KeyRegister): void {
  if (row.fault !== null) return;
  if (isKeyless(draft)) {
    const message = t('A row needs a stock number, or at least a VIN.');
    problems.push(problem('error', 'REQUIRED', message, { field: 'externalId' }));
    return;
  }
  const earlier = register.claim(draft, row.number);
  if (earlier === null) return;
  const { field } = earlier;
  const name = { externalId: 'stock number', vin: 'VIN', id: 'listing' }[field];
  const value = { externalId: draft.externalId, vin: draft.vin, id: draft.listingId }[field];
  const message = t(`Row {row} has the same ${name}.`, { row: earlier.row });
  problems.push(problem('error', 'DUPLICATE_KEY', message, { field, column: draft.columnOf(field), value }));
}

/** Whether no key identifies the vehicle. */
export function isKeyless({ externalId, vin, listingId }: RowDraft): boolean {
  return externalId === null && vin === null && listingId === null;
}

/** Finds the listing of a row and its target state. */
function route(row: RowInProgress, stock: Stock, { job, archive }: BatchContext): void {
  const { draft, problems } = row;
  row.entry = stock.find(draft);
  row.decision = decide(row.entry, draft.state, job.publish);
  if (row.decision.kind === 'skip') {
    if (row.decision.problem !== null) problems.push(row.decision.problem);
    return;
  }
  if (row.entry === null) checkNew(row);
  else if (isAtTarget(row.entry, row.decision.target) && row.entry.rowHash?.equals(row.hash) === true)
    row.isUnchanged = true;
  const waits = job.options.dontPublishOnFailedImages === true && sourcesOf(draft, archive).length > 0;
  row.waitsForImages = waits && row.decision.target === 'active' && row.entry?.status !== 'ACTIVE';
}

/** Checks what only a new listing must have. Everything else is checked when listings are written. */
function checkNew({ draft, problems }: RowInProgress): void {
  if (draft.externalId === null && draft.vin === null) {
    const where = { field: 'id', column: 'listing_id', value: draft.listingId };
    const message = t('There is no such listing; a new one needs a stock number.');
    problems.push(problem('error', 'REQUIRED', message, where));
  }
  for (const field of ['category', 'brand'] as const) {
    if (typeof draft.body[field] === 'string') continue;
    const where = { field, column: draft.columnOf(field) ?? field };
    problems.push(problem('error', 'REQUIRED', t(`A new listing needs a ${field}.`), where));
  }
  if (typeof draft.body['model'] === 'string') return;
  const message = t('The model is missing; buyers search for it.');
  problems.push(problem('warning', 'REQUIRED', message, { field: 'model' }));
}

async function writeListings(
  trx: Transaction,
  rows: readonly RowInProgress[],
  context: BatchContext,
): Promise<void> {
  const { job, actor, bulk } = context;
  const written = rows.filter(
    (row) => row.decision.kind === 'write' && !row.isUnchanged && !isRefused(row.problems),
  );
  const items = written.map((row) => itemOf(row, context.currency));
  const results = await bulk.write(trx, items, {
    actor,
    importId: job.id,
    dryRun: job.dry_run ? context.dryRun : undefined,
  });
  for (const [index, row] of written.entries()) {
    const result = results[index];
    if (result === undefined) throw new Error('a row has no result');
    row.result = result;
    const { draft, row: rawRow } = row;
    row.problems.push(
      ...rowProblems([...result.errors, ...result.warnings], draft, rawRow),
      ...rowProblems(result.leftOut, draft, rawRow).map(asWarning),
    );
    if (result.isOverDrafts) {
      const message = t("The plan's limit of drafts is reached.");
      row.problems.push(problem('error', 'PLAN_LIMIT_EXCEEDED', message, { field: 'status' }));
    }
    if (result.isOverLimit) {
      const message = t("The plan's limit of active listings is reached. The listing is not live.");
      row.problems.push(problem('warning', 'LISTING_LIMIT_EXCEEDED', message, { field: 'status' }));
    }
  }
  const returned = written.filter(
    ({ entry, result }) => entry?.isRetired === true && result?.outcome === 'updated',
  );
  const returnedIds = returned.flatMap(({ entry }) => entry?.listingId ?? []);
  await forgetRetirements(trx, returnedIds);
}

function itemOf(row: RowInProgress, currency: string | null): BulkItem {
  const { draft, entry, decision, hash, prepared, waitsForImages } = row;
  const target = decision.kind === 'write' ? decision.target : null;
  const hasReachedTarget = entry === null || isAtTarget(entry, target);
  return {
    body: bodyOf(draft, entry, currency),
    listingId: draft.listingId,
    mode: 'patch',
    target: waitsForImages ? null : target,
    isOptional: (field) => isOptional(field, draft),
    // Rows with an equal hash are skipped, so store it only once the listing has reached its target.
    rowHash: hasReachedTarget ? hash : undefined,
    prepared: prepared ?? undefined,
  };
}

/**
 * Values can have any type; the field catalog checks them later. A price without a currency gets that of the import.
 */
function bodyOf({ body }: RowDraft, entry: StockEntry | null, currency: string | null): ListingBody {
  const { price, priceNet, priceGross, currency: written } = body;
  const isPriced = [price, priceNet, priceGross].some((amount) => typeof amount === 'number');
  const isOpen = written === null || (written === undefined && entry === null);
  const needsCurrency = currency !== null && isPriced && isOpen;
  return { ...body, ...(needsCurrency ? { currency } : {}) } as ListingBody;
}

function imagesOf(rows: readonly RowInProgress[], archive: ImageArchive): ImageRequest[] {
  return rows.flatMap((row) => {
    const { draft, row: rawRow, result } = row;
    if (result === null || result.listingId === null) return [];
    if (result.outcome === 'failed' || result.outcome === 'removed') return [];
    const sources = sourcesOf(draft, archive);
    // An empty list of addresses removes the images of earlier imports. A new listing has none.
    const isEmptied = draft.imageUrls !== null && result.outcome !== 'created';
    if (sources.length === 0 && !isEmptied) return [];
    const { listingId } = result;
    const { externalId } = draft;
    return [{ listingId, row: rawRow.number, externalId, sources, publish: row.waitsForImages }];
  });
}

function isFailed({ problems, result }: RowInProgress): boolean {
  return isRefused(problems) || result?.outcome === 'failed';
}

function locatedProblems({ row, draft, problems }: RowInProgress): LocatedProblem[] {
  return problems
    .slice(0, PROBLEMS_PER_ROW_MAX)
    .map((each) => ({ ...each, row: row.number, externalId: draft.externalId }));
}

function countImages(orders: readonly ImageRequest[]): number {
  return orders.reduce((sum, { sources }) => sum + sources.length, 0);
}

function count(rows: readonly RowInProgress[]): Omit<BatchCounts, 'images' | 'imagesStored'> {
  const counts = {
    created: 0,
    updated: 0,
    unchanged: 0,
    removed: 0,
    skipped: 0,
    failed: 0,
    warnings: 0,
    keyless: 0,
  };
  for (const row of rows) {
    const { problems, result, draft } = row;
    counts.warnings += problems.filter(({ severity }) => severity === 'warning').length;
    if (isKeyless(draft)) counts.keyless += 1;
    if (isFailed(row)) counts.failed += 1;
    else if (row.isUnchanged) counts.unchanged += 1;
    else if (result === null) counts.skipped += 1;
    else if (result.outcome !== 'failed') counts[result.outcome] += 1;
  }
  return counts;
}

/** An equal digest means that the row equals the row that was last written. */
export function rowHash(draft: RowDraft): Buffer {
  const { body, state, imageUrls, imageNames } = draft;
  return hash('sha256', JSON.stringify([body, state, imageUrls, imageNames]), 'buffer');
}
