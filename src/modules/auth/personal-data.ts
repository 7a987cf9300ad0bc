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
 * Removes what is never much, or cuts its link to the person. Runs in the transaction of the erasure, before the account's own
 * rows change, and again when all batches are done; files and everything else outside the database are left to a job.
 */
export type Eraser = (trx: Transaction, person: Person, now: Date) => Promise<void>;

/**
 * Erases a batch of what there may be very much of, at most some hundred rows. Returns from where the next batch goes on, or
 * null when nothing is left; what the place says is the eraser's own affair. The same batch may be asked for twice.
 */
export type BatchEraser = (
  trx: Transaction,
  person: Person,
  after: string,
  now: Date,
) => Promise<string | null>;

/** Rows of a batch: a fraction of a second. */
export const ERASED_AT_ONCE = 500;

/** What one module keeps about people. */
export interface PersonalDataSection {
  readonly export: Exporter;
  readonly erase?: Eraser;
  readonly batches?: Readonly<Record<string, BatchEraser>>;
}

/** The batch that comes next. */
export interface ErasureProgress {
  readonly step: string;
  /** Empty at the beginning of a step. */
  readonly after: string;
}

/** What all modules keep about people. Erasing follows the order of registration. */
export class PersonalData {
  readonly #sections = new Map<string, PersonalDataSection>();
  readonly #steps: { readonly name: string; readonly eraseBatch: BatchEraser }[] = [];

  register(name: string, section: PersonalDataSection): void {
    if (this.#sections.has(name)) throw new Error(`personal data is registered twice as ${name}`);
    this.#sections.set(name, section);
    for (const [batch, eraseBatch] of Object.entries(section.batches ?? {}))
      this.#steps.push({ name: `${name}.${batch}`, eraseBatch });
  }

  async export(db: Queryable, person: Person): Promise<Record<string, unknown>> {
    const data: Record<string, unknown> = {};
    for (const [name, section] of this.#sections) data[name] = await section.export(db, person);
    return data;
  }

  /** Erases what is never much, all at once. */
  async erase(trx: Transaction, person: Person, now: Date): Promise<void> {
    for (const section of this.#sections.values()) await section.erase?.(trx, person, now);
  }

  /** Erases the first batch of each step, until one of them has more: then the place where it goes on. */
  async eraseFirst(trx: Transaction, person: Person, now: Date): Promise<ErasureProgress | null> {
    for (const { name, eraseBatch } of this.#steps) {
      const after = await eraseBatch(trx, person, '', now);
      if (after !== null) return { step: name, after };
    }
    return null;
  }

  /** Erases one batch and returns the next; null when there is none. A step that no longer exists begins anew with the first. */
  async eraseBatch(
    trx: Transaction,
    person: Person,
    { step, after }: ErasureProgress,
    now: Date,
  ): Promise<ErasureProgress | null> {
    const at = this.#steps.findIndex(({ name }) => name === step);
    const current = this.#steps[Math.max(0, at)];
    if (current === undefined) return null;
    const next = await current.eraseBatch(trx, person, at < 0 ? '' : after, now);
    if (next !== null) return { step: current.name, after: next };
    const following = this.#steps[Math.max(0, at) + 1];
    return following === undefined ? null : { step: following.name, after: '' };
  }
}
