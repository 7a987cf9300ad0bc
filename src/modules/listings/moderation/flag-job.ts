import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { JobDefinition } from '../../../platform/jobs/job.ts';
import { findFacts, writeFlags } from './flags.repository.ts';

/** Listings per statement. */
const SLICE = 500;

interface FlagPayload {
  readonly listingIds: readonly string[];
}

/** Sets the moderation flags of written listings, in a job, so that the write does not wait for it. */
export function flagListingsJob(db: Database): JobDefinition<FlagPayload> {
  return {
    name: 'listings.flag-listings',
    concurrency: 1,
    async run({ listingIds }, context) {
      for (let from = 0; from < listingIds.length; from += SLICE) {
        if (from > 0) await context.heartbeat();
        await flag(db, listingIds.slice(from, from + SLICE));
      }
    },
  };
}

async function flag(db: Database, ids: readonly string[]): Promise<void> {
  const facts = await findFacts(db, ids);
  const changed = facts.flatMap((row) => {
    const flags = flagsOf({
      price: row.price,
      median: row.comparable >= COMPARABLE_MIN ? row.median : null,
      duplicates: row.duplicates ?? [],
      texts: { title: row.title, description: row.description },
    });
    return isDeepStrictEqual(flags, row.flags) ? [] : [{ id: row.id, flags }];
  });
  if (changed.length > 0) await inTransaction(db, (trx) => writeFlags(trx, changed));
}

/** Reasons for administrators to look at a listing. Flags can be wrong, so they reject nothing. */
interface ModerationFlags {
  /** The price is far below that of similar vehicles, the usual bait. */
  readonly priceFarBelow?: { readonly price: number; readonly median: number };
  readonly vinSeenElsewhere?: readonly string[];
  /** Fields whose text seems to contain contact details. */
  readonly contactInText?: readonly string[];
}

interface FlagFacts {
  readonly price: number | null;
  /** Median of similar live listings; null if there are too few. */
  readonly median: number | null;
  readonly duplicates: readonly string[];
  readonly texts: Readonly<Record<string, string | null>>;
}

const PRICE_SHARE_MIN = 0.4;
/** Number of similar listings that a median needs. */
const COMPARABLE_MIN = 5;

export function flagsOf({ price, median, duplicates, texts }: FlagFacts): ModerationFlags {
  const suspects = Object.entries(texts)
    .filter(([, text]) => text !== null && seemsToContainContact(text))
    .map(([field]) => field);
  return {
    ...(price !== null && median !== null && price < median * PRICE_SHARE_MIN
      ? { priceFarBelow: { price, median } }
      : {}),
    ...(duplicates.length > 0 ? { vinSeenElsewhere: [...duplicates] } : {}),
    ...(suspects.length > 0 ? { contactInText: suspects } : {}),
  };
}

/**
 * Patterns of disguised contact details; plain ones are rejected when they are written. Recall takes precedence over
 * precision. Linear in the length of the text.
 */
const disguises: readonly RegExp[] = [
  /\b(?:whats\s?app|telegram|viber|wechat|imo\b|threema)/i,
  // A number with an area code, digit by digit: 0 1 7 6 - 1 2 3 4 5 6 7
  /(?:\+|\b0)(?:[\s._\-/|*]{0,3}\d){8,14}/,
  /\w\s?(?:\(at\)|\[at\]|\{at\})\s?\w/i,
  /\w\s?(?:\(dot\)|\[dot\]|\{dot\})\s?\w/i,
  /\w at \w+ (?:dot|punkt) \w/i,
];

export function seemsToContainContact(text: string): boolean {
  return disguises.some((disguise) => disguise.test(text));
}
