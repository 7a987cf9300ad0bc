import type { Platform } from '../../platform/module.ts';
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

/** A file that lacks more of the stock than this is more often truncated than right. */
const SHARE_MAX = 0.5;
/** Listings that are compared, and that are paused, at once. */
const COMPARED_AT_ONCE = 1000;
const PAUSED_AT_ONCE = 200;

/** Result of comparing the file with the listings on the market. */
export interface Absence {
  readonly listingIds: readonly string[];
  /** Set in a dry run if the import itself would be refused. */
  readonly warning: RowProblem | null;
}

type MissingListingsParts = Pick<Platform, 'db' | 'clock'> & {
  readonly inventory: Listings['inventory'];
};

/**
 * A full import is the whole stock: covered listings that are on the market and missing from the file are paused. Listings
 * without a stock number stay, because no file can name them, and nothing is deleted.
 */
export class MissingListings {
  readonly #parts: MissingListingsParts;

  constructor(parts: MissingListingsParts) {
    this.#parts = parts;
  }

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
      const covered = await listCoveredOnMarket(this.#parts.db, job.seller_id, coverage, page);
      coveredCount += covered.length;
      for (const listing of covered) if (!register.has(listing)) listingIds.push(listing.listingId);
      const last = covered.at(-1);
      if (last === undefined || covered.length < COMPARED_AT_ONCE) break;
      after = last.listingId;
    }
    // Once rows are written the question has been answered, and the market is another one.
    const isBegun = job.position > 0;
    const isPlausible = listingIds.length <= coveredCount * SHARE_MAX || confirmMassRemoval === true;
    if (isPlausible || isBegun) return { listingIds, warning: null };
    const message = t(
      'The file would take {count} of {all} listings off the market. If it is complete, send it again with confirmMassRemoval=true.',
      { count: listingIds.length, all: coveredCount },
    );
    if (!job.dry_run) throw new ImportFailure('MASS_REMOVAL', message);
    return { listingIds, warning: problem('warning', 'MASS_REMOVAL', message) };
  }

  /**
   * Pauses them, a batch in each transaction, and counts them; one that is stopped goes on with the rest when the import does.
   * `pulse` is called before each.
   */
  async retire(job: ImportRow, { listingIds }: Absence, pulse: () => Promise<void>): Promise<void> {
    for (let at = 0; at < listingIds.length; at += PAUSED_AT_ONCE) {
      await pulse();
      const batch = listingIds.slice(at, at + PAUSED_AT_ONCE);
      await inTransaction(this.#parts.db, async (trx) => {
        const paused = await this.#parts.inventory.applyAll(trx, job.seller_id, batch, 'unpublish', {
          actor: 'seller',
        });
        await rememberRetirements(trx, job.id, paused, this.#parts.clock.now());
        // Last, because the import comes after its listings in the order of locks; one that was canceled takes the batch with it.
        if (!(await countRemoved(trx, job.id, paused.length))) throw new Stopped();
      });
    }
  }
}
