import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { ImportFailure, problem, type RowProblem } from './problems.ts';
import { countRemoved, type ImportRow, Stopped } from './imports.repository.ts';
import type { KeyRegister } from './key-register.ts';
import type { Listings } from '../listings/index.ts';
import { listCoveredOnMarket, rememberRetirements } from './stock.repository.ts';
import { t } from '../../platform/errors/sentence.ts';

export interface FileKeys {
  readonly register: KeyRegister;
  /** Whether a row has no readable key. */
  readonly hasKeyless: boolean;
}

/** A file that lacks a larger share of the stock is more likely truncated than complete. */
const SHARE_MAX = 0.5;
/** Batch sizes. */
const COMPARED_AT_ONCE = 1000;
const PAUSED_AT_ONCE = 200;

/** Listings on the market that the file does not contain. */
export interface Absence {
  readonly listingIds: readonly string[];
  /** Set in a dry run if the real import would be rejected. */
  readonly warning: RowProblem | null;
}

type MissingListingsParts = Pick<Platform, 'db' | 'clock'> & {
  readonly inventory: Listings['inventory'];
};

/**
 * A full import is the whole stock: covered listings that are on the market and missing from the file are paused. Listings
 * without a stock number stay, because no file can name them, and nothing is deleted.
 */
export class MissingListings extends Service<MissingListingsParts> {
  /**
   * Finds the listings that the file lacks. Throws if there are implausibly many; a dry run returns a warning instead. Finds
   * none if a row lacks a key, because that row could be any listing.
   */
  async find(job: ImportRow, { register, hasKeyless }: FileKeys): Promise<Absence> {
    if (hasKeyless) return { listingIds: [], warning: null };
    const { source, confirmMassRemoval } = job.options;
    const coverage = { importedOnly: source === 'import', madeBy: job.created_at };
    const listingIds: string[] = [];
    let coveredCount = 0;
    for (let after = ''; ;) {
      const page = { after, limit: COMPARED_AT_ONCE };
      const covered = await listCoveredOnMarket(this.parts.db, job.seller_id, coverage, page);
      coveredCount += covered.length;
      for (const listing of covered) if (!register.has(listing)) listingIds.push(listing.listingId);
      const last = covered.at(-1);
      if (last === undefined || covered.length < COMPARED_AT_ONCE) break;
      after = last.listingId;
    }
    // Once rows are written, the user has confirmed, and the live listings have changed.
    const isBegun = job.position > 0;
    const isPlausible = listingIds.length <= coveredCount * SHARE_MAX || confirmMassRemoval === true;
    if (isPlausible || isBegun) return { listingIds, warning: null };
    const message = t(
      'The file would take {count} of {all} listings off the marketplace. If it is complete, send it again with confirmMassRemoval=true.',
      { count: listingIds.length, all: coveredCount },
    );
    if (!job.dry_run) throw new ImportFailure('MASS_REMOVAL', message);
    return { listingIds, warning: problem('warning', 'MASS_REMOVAL', message) };
  }

  /**
   * Pauses and counts the listings, one batch per transaction; an interrupted run continues with the rest. Calls
   * `pulse` before each batch.
   */
  async retire(job: ImportRow, { listingIds }: Absence, pulse: () => Promise<void>): Promise<void> {
    for (let start = 0; start < listingIds.length; start += PAUSED_AT_ONCE) {
      await pulse();
      const batch = listingIds.slice(start, start + PAUSED_AT_ONCE);
      await inTransaction(this.parts.db, async (trx) => {
        const paused = await this.parts.inventory.applyAll(trx, job.seller_id, batch, 'unpublish', {
          actor: 'seller',
        });
        await rememberRetirements(trx, job.id, paused, this.parts.clock.now());
        // Last, because listings are locked before the import. If the import was canceled, the batch rolls back.
        if (!(await countRemoved(trx, job.id, paused.length))) throw new Stopped();
      });
    }
  }
}
