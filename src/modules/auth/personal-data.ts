import type { Queryable, Transaction } from '../../platform/db/transaction.ts';

/** The person whose data is exported or erased. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  /** The seller that this person owns. When erasing, only a seller that ends with the person. */
  readonly sellerId: string | null;
}

/** Returns everything that a module keeps about the person, as JSON that the person can read. */
export type Exporter = (db: Queryable, person: Person) => Promise<unknown>;

/**
 * Removes it, or cuts its link to the person. Runs in the transaction of the erasure, before the account's own rows
 * change; files and everything else outside the database are left to a job.
 */
export type Eraser = (trx: Transaction, person: Person, now: Date) => Promise<void>;

/** What one module keeps about people. */
export interface PersonalDataSection {
  readonly export: Exporter;
  readonly erase: Eraser;
}

/** What all modules keep about people. Erasing follows the order of registration. */
export class PersonalData {
  readonly #sections = new Map<string, { readonly exporter: Exporter; readonly eraser: Eraser }>();

  register(name: string, exporter: Exporter, eraser: Eraser): void {
    if (this.#sections.has(name)) throw new Error(`personal data is registered twice as ${name}`);
    this.#sections.set(name, { exporter, eraser });
  }

  async export(db: Queryable, person: Person): Promise<Record<string, unknown>> {
    const data: Record<string, unknown> = {};
    for (const [name, { exporter }] of this.#sections) data[name] = await exporter(db, person);
    return data;
  }

  async erase(trx: Transaction, person: Person, now: Date): Promise<void> {
    for (const { eraser } of this.#sections.values()) await eraser(trx, person, now);
  }
}
