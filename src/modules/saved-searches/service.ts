import type { UserActor } from '../../platform/actor.ts';
import { addMs, MINUTE_MS } from '../../platform/clock.ts';
import { inTransaction, recordCreated, type Transaction } from '../../platform/db/transaction.ts';
import { AppError, found, overPlanLimit } from '../../platform/errors/app-error.ts';
import { fromRow } from '../../platform/http/from-row.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import type { NoticeSource } from '../../platform/notices.ts';
import { lockAccount } from '../auth/index.ts';
import type { SearchService, StoredCounts } from '../discovery/index.ts';
import { rescheduleAlerts } from './alerts.repository.ts';
import type { SavedSearchMatcher } from './matcher.ts';
import {
  announceChanges,
  claimCounts,
  countOwn,
  deleteSavedSearch,
  findOwn,
  insertSavedSearch,
  markSeen,
  storeCounts,
  listOwn,
  queryHashOf,
  type SavedSearchRow,
  updateSavedSearch,
} from './repository.ts';
import { type CreateSavedSearch, SavedSearchView, type UpdateSavedSearch } from './schemas.ts';
import type { StoredQuery } from './tables.ts';
import { t } from '../../platform/errors/sentence.ts';

export const SEARCHES_MAX = 100;
const COUNT_KEPT_MS = MINUTE_MS;
/** Limit per request; a page of the usual size is counted in full. */
const COUNTS_MAX = 20;

interface SavedSearchesParts {
  readonly platform: Platform;
  readonly search: SearchService;
  readonly matcher: SavedSearchMatcher;
}

export class SavedSearches extends Service<SavedSearchesParts> {
  /** @param sellerId limits the list to searches for all listings of this seller */
  async list(
    actor: UserActor,
    page: Page,
    sellerId?: string,
  ): Promise<{ views: SavedSearchView[]; total: number }> {
    const { rows, total } = await listOwn(this.parts.platform.db, actor.userId, page, sellerId);
    return { views: await this.#views(actor, rows), total };
  }

  async get(actor: UserActor, id: string): Promise<SavedSearchView> {
    const row = await this.#getOwn(actor, id);
    const [view] = await this.#views(actor, [row]);
    if (view === undefined) throw new Error('a search without its view');
    return view;
  }

  async create(actor: UserActor, body: CreateSavedSearch): Promise<SavedSearchView> {
    // Throws for a query that GET /search would reject, with the same error.
    const matchCount = await this.parts.search.countStored(body.query);
    const now = this.parts.platform.clock.now();
    const id = newId('ssr', now);
    await this.#change(id, async (trx) => {
      await lockAccount(trx, actor.userId);
      if ((await countOwn(trx, actor.userId)) >= SEARCHES_MAX)
        throw overPlanLimit(t('You can save at most {max} searches.', { max: SEARCHES_MAX }));
      recordCreated(trx, id);
      await insertSavedSearch(trx, {
        id,
        user_id: actor.userId,
        name: body.name.trim(),
        query: JSON.stringify(body.query),
        alerts: body.alerts ?? false,
        alert_frequency: body.alert_frequency ?? 'daily',
        created_at: now,
        updated_at: now,
        last_alert_at: null,
        match_count: matchCount,
        counted_at: now,
      });
    });
    return this.get(actor, id);
  }

  async update(actor: UserActor, id: string, body: UpdateSavedSearch): Promise<SavedSearchView> {
    await this.#getOwn(actor, id);
    const now = this.parts.platform.clock.now();
    const matchCount = body.query === undefined ? null : await this.parts.search.countStored(body.query);
    await this.#change(id, async (trx) => {
      await updateSavedSearch(trx, actor.userId, id, {
        name: body.name?.trim(),
        ...(body.query === undefined
          ? {}
          : {
              query: JSON.stringify(body.query),
              match_count: matchCount,
              counted_at: now,
              seen_at: now,
              new_count: 0,
            }),
        alerts: body.alerts,
        alert_frequency: body.alert_frequency,
        updated_at: now,
      });
      if (body.alert_frequency !== undefined) await rescheduleAlerts(trx, actor.userId, id, now);
    });
    return this.get(actor, id);
  }

  /** Marks the current results as seen. */
  async markSeen(actor: UserActor, id: string): Promise<void> {
    const { db, clock } = this.parts.platform;
    found('saved search', isId('ssr', id) && (await markSeen(db, actor.userId, id, clock.now())));
  }

  async remove(actor: UserActor, id: string): Promise<void> {
    await this.#getOwn(actor, id);
    await this.#change(id, (trx) => deleteSavedSearch(trx, actor.userId, id));
  }

  /** Source for the unsubscribe link in emails, which works without sign-in. */
  get source(): NoticeSource {
    return {
      nameOf: async (userId, id) => (await findOwn(this.parts.platform.db, userId, id))?.name ?? null,
      end: (userId, id) =>
        this.#change(id, (trx) =>
          updateSavedSearch(trx, userId, id, { alerts: false, updated_at: this.parts.platform.clock.now() }),
        ),
    };
  }

  /** Returns how many live listings a query finds, without saving it. */
  preview(query: StoredQuery): Promise<number> {
    return this.parts.search.countStored(query);
  }

  async #getOwn(actor: UserActor, id: string): Promise<SavedSearchRow> {
    return found(
      'saved search',
      isId('ssr', id) && (await findOwn(this.parts.platform.db, actor.userId, id)),
    );
  }

  async #change(id: string, work: (trx: Transaction) => Promise<void>): Promise<void> {
    const hashes = await inTransaction(this.parts.platform.db, async (trx) => {
      const before = await queryHashOf(trx, id);
      await work(trx);
      const changed = new Set([before, await queryHashOf(trx, id)].filter((hash) => hash !== undefined));
      await announceChanges(trx, [...changed]);
      return changed;
    });
    for (const hash of hashes) this.parts.matcher.changed(hash);
  }

  /** Refreshes at most `COUNTS_MAX` outdated counts per request, so that a list stays cheap. */
  async #views(actor: UserActor, rows: readonly SavedSearchRow[]): Promise<SavedSearchView[]> {
    const { db, clock } = this.parts.platform;
    const now = clock.now();
    const due = await claimCounts(
      db,
      actor.userId,
      rows.map(({ id }) => id),
      { now, since: addMs(now, -COUNT_KEPT_MS), limit: COUNTS_MAX },
    );
    const counts = new Map(
      await Promise.all(
        rows
          .filter((row) => due.has(row.id) || row.match_count === null)
          .map(async (row) => [row.id, await this.#count(row)] as const),
      ),
    );
    await storeCounts(db, actor.userId, counts, now);
    return rows.map((row) => viewOf(row, counts.get(row.id)));
  }

  async #count({ query, seen_at: seenAt, created_at: createdAt }: SavedSearchRow): Promise<StoredCounts> {
    try {
      return await this.parts.search.countNews(query, seenAt ?? createdAt);
    } catch (error) {
      // A stored query may have become invalid since, for instance when its brand was deleted.
      if (error instanceof AppError) return { total: 0, fresh: 0 };
      throw error;
    }
  }
}

function viewOf(row: SavedSearchRow, counts: StoredCounts | undefined): SavedSearchView {
  return fromRow(SavedSearchView, row, {
    query: { ...row.query },
    match_count: counts?.total ?? row.match_count ?? 0,
    new_count: counts?.fresh ?? row.new_count ?? 0,
  });
}
