import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Readable } from 'node:stream';
import type { UserActor } from '../../../platform/actor.ts';
import type { Origin } from '../../../platform/audit/audit-log.ts';
import { addMs, HOUR_MS } from '../../../platform/clock.ts';
import { inTransaction, type Transaction } from '../../../platform/db/transaction.ts';
import { found, notFound } from '../../../platform/errors/app-error.ts';
import { isId } from '../../../platform/ids.ts';
import type { JobDefinition } from '../../../platform/jobs/job.ts';
import type { Platform } from '../../../platform/module.ts';
import { Service } from '../../../platform/service.ts';
import { READY_ENVELOPE } from '../../../platform/http/reply.ts';
import { accountExportedMail } from '../mail-templates.ts';
import type { Person, PersonalData, Progress } from '../../../platform/personal-data.ts';
import {
  type AccountExport,
  addPart,
  beginExport,
  deleteExport,
  findExport,
  findOrderedExport,
  findPart,
  finishExport,
  orderExport,
} from './account-exports.repository.ts';
import { findMembership } from '../../companies/index.ts';
import { findUser, lockUser } from './users.repository.ts';

type ExportParts = Pick<Platform, 'db' | 'clock' | 'jobs' | 'audit' | 'mails'> & {
  readonly personalData: PersonalData;
};

interface ExportPayload {
  readonly userId: string;
  readonly exportId: string;
  readonly progress: Progress;
  /** How many pieces there are. */
  readonly parts: number;
}

/** Returns a small export immediately. A job writes a large one, and the same request returns it later. */
export type ExportResult =
  | { readonly kind: 'data'; readonly data: Record<string, unknown> }
  | { readonly kind: 'text'; readonly text: Readable }
  | { readonly kind: 'preparing'; readonly export: AccountExport };

/** How long a finished export can be fetched. An export that never finishes starts over after a day. */
export const EXPORT_RETENTION_MS = HOUR_MS;
export const EXPORT_TIMEOUT_MS = 24 * HOUR_MS;
/** With more rows, a job assembles the export. */
const ROWS_AT_ONCE = 1000;
/** Characters of a piece, before it is compressed. */
const PART_LENGTH = 100_000;

const compress = promisify(gzip);
const expand = promisify(gunzip);

/**
 * Exports all personal data of an account. Few rows are returned at once; many are read page by page by a job, because one response of a
 * large dealer would take tens of megabytes and block everyone else.
 */
export class AccountExports extends Service<ExportParts> {
  async export(actor: UserActor): Promise<ExportResult> {
    const { db, clock, personalData } = this.parts;
    const now = clock.now();
    const found = await findExport(db, actor.userId);
    if (found !== undefined && !isOver(found, now)) return this.#resultOf(found);
    const person = await this.#personOf(actor.userId, actor.email);
    const data = await personalData.exportAtOnce(db, person, ROWS_AT_ONCE);
    if (data !== null) return { kind: 'data', data: { exportedAt: now.toISOString(), ...data } };
    return this.#resultOf(await inTransaction(db, (trx) => this.#begin(trx, actor.userId, found, now)));
  }

  /**
   * Starts the same export for an administrator, who fetches it afterwards. Notifies the person by email, which cannot be switched off: a
   * person who did not request the copy must learn of it.
   */
  async order(actor: UserActor, userId: string, origin: Origin): Promise<AccountExport> {
    const { db, clock, audit, mails } = this.parts;
    return inTransaction(db, async (trx) => {
      const user = isId('usr', userId) ? await lockUser(trx, userId) : undefined;
      if (user === undefined || user.status === 'erased') throw notFound('user');
      const now = clock.now();
      const found = await findExport(trx, userId);
      const current = found !== undefined && !isOver(found, now) ? found : null;
      const ordered = current ?? (await this.#begin(trx, userId, found, now));
      await orderExport(trx, ordered.id, actor.userId);
      await mails.enqueue(trx, accountExportedMail(user));
      await audit.record(trx, {
        actor,
        action: 'user.exported',
        subject: { type: 'user', id: userId },
        origin,
      });
      return ordered;
    });
  }

  async ordered(actor: UserActor, userId: string): Promise<ExportResult> {
    const { db, clock } = this.parts;
    const found = isId('usr', userId) ? await findOrderedExport(db, userId, actor.userId) : undefined;
    if (found === undefined || isOver(found, clock.now())) throw notFound('export');
    return this.#resultOf(found);
  }

  async #begin(
    trx: Transaction,
    userId: string,
    old: AccountExport | undefined,
    now: Date,
  ): Promise<AccountExport> {
    if (old !== undefined) await deleteExport(trx, old.id);
    const created = await beginExport(trx, userId, now);
    if (created !== undefined) {
      const progress = { step: '', after: '' };
      const payload = { userId, exportId: created.id, progress, parts: 0 };
      await this.parts.jobs.enqueue(trx, this.job, payload, { account: userId });
      return created;
    }
    return found('export', await findExport(trx, userId));
  }

  #resultOf(found: AccountExport): ExportResult {
    if (found.finished_at === null) return { kind: 'preparing', export: found };
    return { kind: 'text', text: Readable.from(this.#pieces(found.id), { objectMode: false }) };
  }

  async *#pieces(exportId: string): AsyncGenerator<string | Buffer> {
    yield READY_ENVELOPE.begin;
    for (let number = 0; ; number += 1) {
      const content = await findPart(this.parts.db, exportId, number);
      if (content === undefined) break;
      yield await expand(content);
    }
    yield READY_ENVELOPE.end;
  }

  /** Each piece commits separately, so the job can stop anywhere; writing a piece again does not change it. */
  readonly job: JobDefinition<ExportPayload> = {
    name: 'auth.export-account',
    attemptsMax: 25,
    run: async (payload, context) => {
      const { db, clock } = this.parts;
      const { userId, exportId } = payload;
      const user = await findUser(db, userId);
      if (user === undefined || user.status === 'erased') return;
      const person = await this.#personOf(userId, user.email);
      let progress: Progress | null = payload.progress;
      for (let number = payload.parts; progress !== null; number += 1) {
        context.signal.throwIfAborted();
        const { text, rows, next } = await this.#piece(person, progress);
        const begin = number === 0 ? `{"exportedAt":${JSON.stringify(clock.now())},` : '';
        const content = await compress(`${begin}${text}${next === null ? '}' : ''}`);
        const isKept = await inTransaction(db, async (trx) => {
          if (!(await addPart(trx, exportId, { number, content, rows }))) return false;
          if (next === null) await finishExport(trx, exportId, clock.now());
          return true;
        });
        if (!isKept) return;
        progress = next;
        if (progress !== null && !(await context.proceed({ userId, exportId, progress, parts: number + 1 })))
          return;
      }
    },
  };

  async #piece(
    person: Person,
    from: Progress,
  ): Promise<{ readonly text: string; readonly rows: number; readonly next: Progress | null }> {
    const { db, personalData } = this.parts;
    let text = '';
    let rows = 0;
    let next: Progress | null = from;
    while (next !== null && text.length < PART_LENGTH) {
      const page = await personalData.exportPage(db, person, next);
      if (page === undefined) throw new Error(`nothing is exported as ${next.step}`);
      text += page.text;
      rows += page.rows;
      next = page.next;
    }
    return { text, rows, next };
  }

  async #personOf(userId: string, email: string): Promise<Person> {
    const membership = await findMembership(this.parts.db, userId);
    return { userId, email, sellerId: membership?.role === 'OWNER' ? membership.seller_id : null };
  }
}

function isOver({ requested_at: requestedAt, finished_at: finishedAt }: AccountExport, now: Date): boolean {
  return finishedAt === null
    ? requestedAt <= addMs(now, -EXPORT_TIMEOUT_MS)
    : finishedAt <= addMs(now, -EXPORT_RETENTION_MS);
}
