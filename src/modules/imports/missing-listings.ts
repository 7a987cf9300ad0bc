import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { ImportFailure } from './problems.ts';
import type { ImportRow } from './imports.repository.ts';
import type { KeyRegister } from './key-register.ts';
import type { Listings } from '../listings/index.ts';
import { listImportedOnMarket, rememberRetirements } from './stock.repository.ts';

export interface FileKeys {
  readonly register: KeyRegister;
  /** Whether a row has no readable key. */
  readonly hasKeyless: boolean;
}

/** A file that lacks more of the stock than this is more often truncated than right. */
const SHARE_MAX = 0.5;

/**
 * A full import is the whole stock: what imports have put on the market and the file does not have is paused. Listings made
 * by hand are never touched, and nothing is deleted.
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

  /** The listings that the file lacks; throws when there are implausibly many. None while rows lack a key, which could be any. */
  async find(job: ImportRow, { register, hasKeyless }: FileKeys): Promise<string[]> {
    const onMarket = await listImportedOnMarket(this.#db, job.seller_id);
    const missing = onMarket.filter((listing) => !register.has(listing));
    if (hasKeyless) return [];
    if (missing.length > onMarket.length * SHARE_MAX && job.options.confirmMassRemoval !== true) {
      throw new ImportFailure(
        'MASS_REMOVAL',
        `The file would take ${missing.length} of ${onMarket.length} imported listings off the market. If it is complete, send it again with confirmMassRemoval=true.`,
      );
    }
    return missing.map(({ listingId }) => listingId);
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
