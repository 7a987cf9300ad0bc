import type { PageOfRows } from './db/page-by-time.ts';
import type { Queryable, Transaction } from './db/transaction.ts';

/** The person whose data is exported or erased. */
export interface Person {
  readonly userId: string;
  readonly email: string;
  /** The seller that this person owns. When erasing, only a seller that ends with the person. */
  readonly sellerId: string | null;
}

/** Returns the small data that a module stores about the person, as readable JSON. */
export type Exporter = (db: Queryable, person: Person) => Promise<unknown>;

/** A list of which there may be very much. */
export class PagedList {
  /** `after` is empty for the first page. */
  readonly page: (db: Queryable, person: Person, after: string) => Promise<PageOfRows>;

  constructor(page: PagedList['page']) {
    this.page = page;
  }
}

/**
 * Deletes small data, or removes its link to the person. Runs in the transaction of the erasure, before the account's own rows
 * change, and again once all batches are done. A job handles files and other data outside the database.
 */
export type Eraser = (trx: Transaction, person: Person, now: Date) => Promise<void>;

/**
 * Erases a batch of numerous rows, at most a few hundred. Returns where the next batch continues, in a format of its
 * own, or null if nothing is left. May be called twice for the same batch.
 */
export type BatchEraser = (
  trx: Transaction,
  person: Person,
  after: string,
  now: Date,
) => Promise<string | null>;

/** Rows of a batch: a fraction of a second. */
export const ERASE_BATCH_SIZE = 200;

/** Personal data of one module. */
export interface PersonalDataSection {
  readonly export: Exporter | PagedList | Readonly<Record<string, Exporter | PagedList>>;
  readonly erase?: Eraser;
  readonly batches?: Readonly<Record<string, BatchEraser>>;
}

/** The batch, or the page, that comes next. */
export interface Progress {
  readonly step: string;
  /** Empty at the beginning of a step. */
  readonly after: string;
}

/** Personal data of all modules. Erasing follows the order of registration. */
export class PersonalData {
  readonly #sections = new Map<string, PersonalDataSection>();
  readonly #exports: ExportStep[] = [];
  readonly #steps: { readonly name: string; readonly eraseBatch: BatchEraser }[] = [];

  register(name: string, section: PersonalDataSection): void {
    if (this.#sections.has(name)) throw new Error(`personal data is registered twice as ${name}`);
    this.#sections.set(name, section);
    this.#exports.push(...exportSteps(name, section));
    for (const [batch, eraseBatch] of Object.entries(section.batches ?? {}))
      this.#steps.push({ name: `${name}.${batch}`, eraseBatch });
  }

  /** All at once; null when it is more than `rowsMax` rows. */
  async exportAtOnce(
    db: Queryable,
    person: Person,
    rowsMax: number,
  ): Promise<Record<string, unknown> | null> {
    const data: Record<string, unknown> = {};
    let left = rowsMax;
    for (const { section, member, source } of this.#exports) {
      const rows: unknown[] = [];
      for (let after: string | null = ''; after !== null;) {
        const page: PageOfRows = await pageOf(source, db, person, after);
        rows.push(...page.rows);
        left -= page.rows.length;
        if (left < 0) return null;
        after = page.next;
      }
      const value = source instanceof PagedList ? rows : rows[0];
      data[section] = member === null ? value : { ...(data[section] as object | undefined), [member]: value };
    }
    return data;
  }

  /** One page of the same as JSON; all pages in their order are an object without its braces. Undefined: no such step. */
  async exportPage(
    db: Queryable,
    person: Person,
    { step, after }: Progress,
  ): Promise<ExportedText | undefined> {
    const at = step === '' ? 0 : this.#exports.findIndex(({ name }) => name === step);
    const current = this.#exports[at];
    if (current === undefined) return undefined;
    const { rows, next } = await pageOf(current.source, db, person, after);
    const following = this.#exports[at + 1]?.name;
    return {
      text: textOf(current, rows, { isFirst: after === '', isLast: next === null, isBegin: at === 0 }),
      rows: rows.length,
      next:
        next !== null
          ? { step: current.name, after: next }
          : following === undefined
            ? null
            : { step: following, after: '' },
    };
  }

  /** Erases small data in one go. */
  async erase(trx: Transaction, person: Person, now: Date): Promise<void> {
    for (const section of this.#sections.values()) await section.erase?.(trx, person, now);
  }

  /** Erases the first batch of each step. If a step has more, stops and returns where to continue. */
  async eraseFirst(trx: Transaction, person: Person, now: Date): Promise<Progress | null> {
    for (const { name, eraseBatch } of this.#steps) {
      const after = await eraseBatch(trx, person, '', now);
      if (after !== null) return { step: name, after };
    }
    return null;
  }

  /** Erases one batch and returns the next; null if there is none. A step that no longer exists starts over with the first. */
  async eraseBatch(
    trx: Transaction,
    person: Person,
    { step, after }: Progress,
    now: Date,
  ): Promise<Progress | null> {
    const at = this.#steps.findIndex(({ name }) => name === step);
    const current = this.#steps[Math.max(0, at)];
    if (current === undefined) return null;
    const next = await current.eraseBatch(trx, person, at < 0 ? '' : after, now);
    if (next !== null) return { step: current.name, after: next };
    const following = this.#steps[Math.max(0, at) + 1];
    return following === undefined ? null : { step: following.name, after: '' };
  }
}

export interface ExportedText {
  readonly text: string;
  readonly rows: number;
  readonly next: Progress | null;
}

interface ExportStep {
  readonly name: string;
  readonly section: string;
  /** Null when the section is this value. */
  readonly member: string | null;
  readonly source: Exporter | PagedList;
  readonly isFirstMember: boolean;
  readonly isLastMember: boolean;
}

function exportSteps(section: string, { export: exported }: PersonalDataSection): ExportStep[] {
  if (typeof exported === 'function' || exported instanceof PagedList) {
    const whole = { member: null, source: exported, isFirstMember: true, isLastMember: true };
    return [{ name: section, section, ...whole }];
  }
  return Object.entries(exported).map(([member, source], n, { length }) => ({
    name: `${section}.${member}`,
    section,
    member,
    source,
    isFirstMember: n === 0,
    isLastMember: n === length - 1,
  }));
}

async function pageOf(
  source: Exporter | PagedList,
  db: Queryable,
  person: Person,
  after: string,
): Promise<PageOfRows> {
  if (source instanceof PagedList) return source.page(db, person, after);
  return { rows: [await source(db, person)], next: null };
}

function textOf(
  { section, member, source, isFirstMember, isLastMember }: ExportStep,
  rows: readonly unknown[],
  at: { readonly isFirst: boolean; readonly isLast: boolean; readonly isBegin: boolean },
): string {
  const isList = source instanceof PagedList;
  const values = rows.map((row) => JSON.stringify(row)).join(',');
  const ofSection = isFirstMember ? `${at.isBegin ? '' : ','}${JSON.stringify(section)}:` : '';
  const ofMember = member === null ? '' : `${isFirstMember ? '{' : ','}${JSON.stringify(member)}:`;
  const begin = at.isFirst ? `${ofSection}${ofMember}${isList ? '[' : ''}` : values === '' ? '' : ',';
  const end = at.isLast ? `${isList ? ']' : ''}${member !== null && isLastMember ? '}' : ''}` : '';
  return `${begin}${values}${end}`;
}
