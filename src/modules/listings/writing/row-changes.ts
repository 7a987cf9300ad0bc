import { isDeepStrictEqual } from 'node:util';
import { DAY_MS, addMs } from '../../../platform/clock.ts';
import { slugOf } from '../../../platform/text/slug.ts';
import type { Assessment } from './assessment.ts';
import type { ListingSource } from '../record/enums.ts';
import type { UnpublishReason } from '../events.ts';
import type { ListingAction } from '../lifecycle/lifecycle-table.ts';
import type { ListingEvent, Transition } from '../lifecycle/lifecycle.ts';
import { qualityOf } from '../record/quality.ts';
import { columnsOf, rowWithColumns } from '../record/record-columns.ts';
import { emptyRecord } from '../record/record.ts';
import type { ListingRow } from '../tables.ts';
import type { ListingNoticeType } from './team-notices.ts';

/**
 * A listing before and after a transition or edit, and the events and notifications that follow. Written by the
 * ListingWriter.
 */
export interface RowChange {
  readonly before: ListingRow | null;
  readonly after: ListingRow;
  readonly events: readonly (ListingEvent | 'listing.created')[];
  /** Columns that differ: those of fields and state, only of the state, or of the images. */
  readonly writes: 'record' | 'state' | 'images';
  /** Field names for listing.updated. */
  readonly changedFields: readonly string[];
  readonly unpublishReason: UnpublishReason;
  /** Notification for the seller's team, with the text of a moderator or of the schedule. */
  readonly notice: { readonly type: ListingNoticeType; readonly reason: string | null } | null;
}

/** Facts for a transition besides the row. */
export interface StepFacts {
  readonly now: Date;
  /** Days by the plan; needed if a listing period starts. */
  readonly listingDays: number;
  readonly reason?: { readonly code: string; readonly text: string } | undefined;
  readonly withSeller?: boolean;
  readonly soldPrice?: number | null;
  readonly conversationId?: string | null;
  readonly featuredUntil?: Date;
}

/** Characters of the ID at the end of a slug; 40 random bits distinguish equal titles. */
const SLUG_SUFFIX_LENGTH = 8;

export function newRow(
  assessment: Assessment,
  origin: {
    readonly id: string;
    readonly sellerId: string;
    readonly source: ListingSource;
    readonly importId?: string | null;
    readonly rowHash?: Buffer | null;
    readonly now: Date;
  },
): ListingRow {
  const { id, sellerId, source, importId = null, rowHash = null, now } = origin;
  return rowWithColumns(
    {
      ...emptyRow,
      id,
      seller_id: sellerId,
      slug: slugOf(assessment.record.title ?? '', id.slice(-SLUG_SUFFIX_LENGTH).toLowerCase()),
      source,
      import_id: importId,
      row_hash: rowHash,
      quality_score: qualityOf(assessment, 0).score,
      created_at: now,
      updated_at: now,
    },
    assessment,
  );
}

/** A new draft without identity and record. */
const emptyRow = {
  id: '',
  seller_id: '',
  slug: '',
  status: 'DRAFT',
  version: 1,
  edited_version: null,
  source: 'manual',
  import_id: null,
  row_hash: null,
  rejection: null,
  suspension: null,
  moderation_flags: {},
  quality_score: 0,
  featured: false,
  featured_until: null,
  previous_price: null,
  price_reduced_at: null,
  paused_by_plan: false,
  changed_since_approval: false,
  views: 0,
  favorites_count: 0,
  inquiries_count: 0,
  thumbnail: null,
  images_count: 0,
  created_at: new Date(0),
  updated_at: new Date(0),
  submitted_at: null,
  published_at: null,
  renewed_at: null,
  expires_at: null,
  sold_at: null,
  sold_price: null,
  sold_conversation_id: null,
  deleted_at: null,
  category_id: '',
  subcategory_id: null,
  brand_id: null,
  ...columnsOf(emptyRecord()),
} satisfies ListingRow;

/** Returns the row with a new record, its version, and the consequences of a price change. */
export function rowWithRecord(row: ListingRow, assessment: Assessment, now: Date): ListingRow {
  const { price, currency, vatDeductible } = assessment.record;
  const reduction = reductionAfter(row, { price, currency, vat_deductible: vatDeductible }, now);
  return Object.assign(rowWithColumns(row, assessment), reduction, {
    version: row.version + 1,
    updated_at: now,
    quality_score: qualityOf(assessment, row.images_count).score,
  });
}

type Priced = Pick<ListingRow, 'price' | 'currency' | 'vat_deductible'>;

/** Reduction of a price that was public before; null if there is none. */
export function priceDrop(
  before: ListingRow,
  after: Priced,
): { previous: number; price: number; currency: string } | null {
  if (before.published_at === null || before.price === null || after.price === null) return null;
  if (after.currency === null || !isComparable(before, after) || after.price >= before.price) return null;
  return { previous: before.price, price: after.price, currency: after.currency };
}

export function hasOtherPrice(before: Priced, after: Priced): boolean {
  return before.price !== after.price || !isComparable(before, after);
}

/** A net price below a gross one is not a reduction. */
function isComparable(before: Priced, after: Priced): boolean {
  return (
    before.currency === after.currency && (before.vat_deductible === true) === (after.vat_deductible === true)
  );
}

function reductionAfter(
  before: ListingRow,
  after: Priced,
  now: Date,
): Pick<ListingRow, 'previous_price' | 'price_reduced_at'> {
  const drop = priceDrop(before, after);
  if (drop !== null) return { previous_price: drop.previous, price_reduced_at: now };
  const { previous_price, price_reduced_at } = before;
  const stands =
    !hasOtherPrice(before, after) ||
    (isComparable(before, after) && (after.price ?? Infinity) < (previous_price ?? 0));
  return stands ? { previous_price, price_reduced_at } : { previous_price: null, price_reduced_at: null };
}

function rowAfter(row: ListingRow, step: Transition, facts: StepFacts): ListingRow {
  const { now } = facts;
  const next: ListingRow = { ...row, status: step.to, version: row.version + 1, updated_at: now };
  for (const effect of step.effects) Object.assign(next, effectOf(effect, row, facts));
  return next;
}

function effectOf(
  effect: Transition['effects'][number],
  row: ListingRow,
  facts: StepFacts,
): Partial<ListingRow> {
  const { now, reason } = facts;
  switch (effect) {
    case 'start_run':
      return {
        published_at: row.published_at ?? now,
        expires_at: addMs(now, facts.listingDays * DAY_MS),
        changed_since_approval: false,
      };
    case 'stamp_submitted':
      return { submitted_at: now };
    case 'stamp_renewed':
      return { renewed_at: now };
    case 'stamp_sold':
      return {
        sold_at: now,
        sold_price: facts.soldPrice ?? null,
        sold_conversation_id: facts.conversationId ?? null,
      };
    case 'clear_sold':
      return { sold_at: null, sold_price: null, sold_conversation_id: null };
    case 'stamp_deleted':
      return { deleted_at: now };
    case 'store_rejection':
      return { rejection: { code: reason?.code ?? 'other', reason: reason?.text ?? '' } };
    case 'clear_rejection':
      return { rejection: null };
    case 'store_suspension':
      return {
        suspension: {
          reason: reason?.text ?? '',
          from: row.status,
          ...(facts.withSeller === true ? { withSeller: true } : {}),
        },
      };
    case 'clear_suspension':
      return { suspension: null };
    case 'suspend_with_seller':
      return {
        suspension: { reason: '', from: row.suspension?.from ?? 'DRAFT', withSeller: true },
      };
    case 'mark_plan_pause':
      return { paused_by_plan: true };
    case 'clear_plan_pause':
      return { paused_by_plan: false };
    case 'start_featured':
      return { featured: true, featured_until: facts.featuredUntil ?? row.expires_at };
    case 'free_featured':
      return { featured: false, featured_until: null };
    case 'notify_seller':
      return {};
  }
}

export function changeOf(
  row: ListingRow,
  action: ListingAction,
  step: Transition,
  facts: StepFacts,
): RowChange {
  const after = rowAfter(row, step, facts);
  return {
    before: row,
    after,
    writes: 'state',
    events: step.events,
    changedFields: changedState(row, after),
    unpublishReason: unpublishReasons[action] ?? 'paused',
    notice: step.effects.includes('notify_seller') ? noticeOf(action, row, after, facts) : null,
  };
}

export interface ImagesSummary {
  readonly thumbnail: string | null;
  readonly count: number;
}

export function imagesChange(
  row: ListingRow,
  { thumbnail, count }: ImagesSummary,
  qualityScore: number,
  now: Date,
): RowChange {
  const after = {
    ...row,
    thumbnail,
    images_count: count,
    quality_score: qualityScore,
    version: row.version + 1,
    updated_at: now,
  };
  return {
    before: row,
    after,
    events: ['listing.updated'],
    writes: 'images',
    changedFields: ['images'],
    unpublishReason: 'paused',
    notice: null,
  };
}

/** The change that creates a row, including an immediate transition. */
export function creation(draft: ListingRow, step: RowChange | null): RowChange {
  return {
    before: null,
    after: step === null ? draft : { ...step.after, version: draft.version },
    writes: 'record',
    events: ['listing.created', ...(step?.events ?? [])],
    changedFields: step?.changedFields ?? [],
    unpublishReason: 'paused',
    notice: null,
  };
}

/** Combines successive changes of one row into one write with one new version; null if there are none. */
export function combineChanges(row: ListingRow, steps: readonly (RowChange | null)[]): RowChange | null {
  const changes = steps.filter((step) => step !== null);
  const last = changes.at(-1);
  if (last === undefined) return null;
  return {
    ...last,
    before: row,
    after: { ...last.after, version: row.version + 1 },
    writes: changes.some((change) => change.writes === 'record') ? 'record' : 'state',
    events: [...new Set(changes.flatMap((change) => change.events))],
    changedFields: [...new Set(changes.flatMap((change) => change.changedFields))],
  };
}

const unpublishReasons: Partial<Record<ListingAction, UnpublishReason>> = {
  unpublish: 'paused',
  pauseByPlan: 'plan',
  edit: 'review',
  expire: 'expired',
  markSold: 'sold',
  suspend: 'suspended',
  delete: 'deleted',
};

const noticeTypes: Partial<Record<ListingAction, ListingNoticeType>> = {
  approve: 'listing_approved',
  reject: 'listing_rejected',
  suspend: 'listing_suspended',
  restore: 'listing_approved',
  markSold: 'listing_sold',
  expire: 'listing_expired',
  pauseByPlan: 'listing_paused',
};

function noticeOf(
  action: ListingAction,
  row: ListingRow,
  after: ListingRow,
  facts: StepFacts,
): RowChange['notice'] {
  const type = noticeTypes[action];
  if (type === undefined) return null;
  const reason = facts.reason?.text ?? null;
  // A seller's suspension is announced once by email, not per listing.
  if (facts.withSeller === true) return null;
  if (action !== 'restore') return { type, reason };
  if (row.suspension?.withSeller === true) return null;
  return { type: after.status === 'ACTIVE' ? type : 'listing_restored', reason };
}

function changedState(before: ListingRow, after: ListingRow): string[] {
  const names = [
    ['status', 'status'],
    ['featured', 'featured'],
    ['featured_until', 'featuredUntil'],
    ['expires_at', 'expiresAt'],
  ] as const;
  return names
    .filter(([column]) => !isDeepStrictEqual(before[column], after[column]))
    .map(([, name]) => name);
}
