import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { ImportFailure, problem, type RowProblem } from './problems.ts';
import type { ImportRow } from './imports.repository.ts';
import type { KeyRegister } from './key-register.ts';
import type { Listings } from '../listings/index.ts';
import { listCoveredOnMarket, rememberRetirements } from './stock.repository.ts';

export interface FileKeys {
  readonly register: KeyRegister;
  /** Whether a row has no readable key. */
  readonly hasKeyless: boolean;
}

/** A file that lacks more of the stock than this is more often truncated than right. */
const SHARE_MAX = 0.5;

/** Result of comparing the file with the listings on the market. */
export interface Absence {
  readonly listingIds: readonly string[];
  /** Set in a dry run if the import itself would be refused. */
  readonly warning: RowProblem | null;
}

/**
 * A full import is the whole stock: covered listings that are on the market and missing from the file are paused. Listings
 * without a stock number stay, because no file can name them, and nothing is deleted.
 */
export class MissingListings {
  readonly #db: Database;
  readonly #clock: Clock;
  readonly #inventory: Listings['inventory'];

  constructor(parts: { db: Database; clock: Clock; inventory: Listings['inventory'] }) {
    this.#db = parts.db;
    this.#clock = parts.clock;
    this.#inventory = parts.inventory;
  }

  /**
   * Finds the listings that the file lacks. Throws if there are implausibly many; a dry run returns a warning instead. Finds
   * none if a row lacks a key, because that row could be any listing.
   */
  async find(job: ImportRow, { register, hasKeyless }: FileKeys): Promise<Absence> {
    if (hasKeyless) return { listingIds: [], warning: null };
    const { source, confirmMassRemoval } = job.options;
    const onMarket = await listCoveredOnMarket(this.#db, job.seller_id, {
      importedOnly: source === 'import',
    });
    const missing = onMarket.filter((listing) => !register.has(listing));
    const listingIds = missing.map(({ listingId }) => listingId);
    if (missing.length <= onMarket.length * SHARE_MAX || confirmMassRemoval === true)
      return { listingIds, warning: null };
    const message = `The file would take ${missing.length} of ${onMarket.length} listings off the market. If it is complete, send it again with confirmMassRemoval=true.`;
    if (!job.dry_run) throw new ImportFailure('MASS_REMOVAL', message);
    return { listingIds, warning: problem('warning', 'MASS_REMOVAL', message) };
  }

  async retire(trx: Transaction, job: ImportRow, listingIds: readonly string[]): Promise<number> {
    if (job.dry_run) return listingIds.length;
    const paused = await this.#inventory.applyAll(trx, job.seller_id, listingIds, 'unpublish', {
      actor: 'seller',
    });
    await rememberRetirements(trx, job.id, paused, this.#clock.now());
    return paused.length;
  }
}
