import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import type { UserActor } from '../../platform/actor.ts';
import { inTransaction, recordCreated, type Transaction } from '../../platform/db/transaction.ts';
import { found, invalidFields, notFound, overPlanLimit } from '../../platform/errors/app-error.ts';
import type { Page } from '../../platform/http/pagination.ts';
import { isId, newId } from '../../platform/ids.ts';
import { convert } from '@fifthwheel/search';
import { lockAccount } from '../auth/index.ts';
import type { Settings } from '../settings/index.ts';
import { nameIn, type Taxonomy } from '../taxonomy/index.ts';
import type { NamedKind, Reader } from './matrix.ts';
import {
  getCurrency,
  type ChosenListing,
  type ComparedRow,
  type ComparisonRow,
  countComparisons,
  deleteComparison,
  findChoosable,
  findComparison,
  insertComparison,
  listCompared,
  listComparisons,
  listPublic,
  replaceListings,
  share,
  touchComparison,
  unshare,
} from './repository.ts';
import { t } from '../../platform/errors/sentence.ts';
import type { Keys } from '../../platform/crypto/keys.ts';

const PURPOSE = 'comparison-share';

interface SharedComparison {
  readonly id: string;
  /** Links with another number have been withdrawn. */
  readonly version: number;
}

/** A signed token that lets its holder read the comparison; it is not stored. */
function writeShareToken(keys: Keys, { id, version }: SharedComparison): string {
  return keys.token(PURPOSE, `${id}.${version}`);
}

function readShareToken(keys: Keys, token: string): SharedComparison | null {
  const [id = '', version = '', ...rest] = keys.readToken(PURPOSE, token)?.split('.') ?? [];
  if (rest.length > 0 || !isId('cmp', id) || !/^\d{1,9}$/.test(version)) return null;
  return { id, version: Number(version) };
}

/** A bound against runaway clients; users need far fewer. */
const COMPARISONS_PER_USER_MAX = 100;

export interface ComparisonDetail {
  readonly comparison: ComparisonRow;
  readonly listings: readonly ComparedRow[];
  readonly currency: string;
  readonly reader: Reader;
}

type ComparisonsParts = Pick<Platform, 'db' | 'clock' | 'keys' | 'config'> & {
  readonly settings: Settings;
  readonly taxonomy: Taxonomy;
};

export class Comparisons extends Service<ComparisonsParts> {
  async list(actor: UserActor, page: Page): Promise<{ rows: readonly ComparisonRow[]; total: number }> {
    const [rows, total] = await Promise.all([
      listComparisons(this.parts.db, actor.userId, page),
      countComparisons(this.parts.db, actor.userId),
    ]);
    return { rows, total };
  }

  async get(actor: UserActor, id: string, languages: readonly string[]): Promise<ComparisonDetail> {
    const comparison = await this.#getOwn(actor, id);
    return this.#detail(comparison, { languages, currency: null });
  }

  /** Returns the shared comparison in the requested currency; without one, in the owner's currency. */
  async getShared(
    token: string,
    wanted: { readonly languages: readonly string[]; readonly currency: string | null },
  ): Promise<ComparisonDetail> {
    const shared = readShareToken(this.parts.keys, token);
    const comparison =
      shared === null ? undefined : await findComparison(this.parts.db, { id: shared.id, userId: null });
    if (comparison === undefined || comparison.share_version !== shared?.version)
      throw notFound('shared comparison');
    return this.#detail(comparison, wanted);
  }

  /** Compares listings without storing the comparison. Leaves out listings that are no longer public. */
  async preview(
    ids: readonly string[],
    wanted: { readonly languages: readonly string[]; readonly currency: string | null },
  ): Promise<Omit<ComparisonDetail, 'comparison'>> {
    const listings = await listPublic(this.parts.db, [...new Set(ids)]);
    const currency = wanted.currency ?? this.parts.settings.get('exchangeRates').base;
    return { listings, currency, reader: this.#reader(currency, wanted.languages) };
  }

  async create(
    actor: UserActor,
    fields: { readonly listingIds: readonly string[]; readonly name?: string },
  ): Promise<string> {
    const at = this.parts.clock.now();
    const id = newId('cmp', at);
    await inTransaction(this.parts.db, async (trx) => {
      await lockAccount(trx, actor.userId);
      if ((await countComparisons(trx, actor.userId)) >= COMPARISONS_PER_USER_MAX)
        throw overPlanLimit(
          t('You have {max} comparisons, which is the maximum.', { max: COMPARISONS_PER_USER_MAX }),
        );
      const listings = await choose(trx, fields.listingIds, null);
      const name =
        fields.name?.trim() ??
        listings
          .map((listing) => listing.title)
          .join(' – ')
          .slice(0, 100);
      await insertComparison(trx, { id, userId: actor.userId, name, at });
      recordCreated(trx, id);
      await replaceListings(trx, id, listings);
    });
    return id;
  }

  async update(
    actor: UserActor,
    id: string,
    changes: { readonly listingIds?: readonly string[]; readonly name?: string },
  ): Promise<void> {
    const at = this.parts.clock.now();
    await inTransaction(this.parts.db, async (trx) => {
      const isOwn =
        isId('cmp', id) && (await touchComparison(trx, actor.userId, id, { name: changes.name?.trim(), at }));
      if (!isOwn) throw notFound('comparison');
      if (changes.listingIds !== undefined)
        await replaceListings(trx, id, await choose(trx, changes.listingIds, id));
    });
  }

  async delete(actor: UserActor, id: string): Promise<void> {
    const isDeleted = isId('cmp', id) && (await deleteComparison(this.parts.db, actor.userId, id));
    if (!isDeleted) throw notFound('comparison');
  }

  async share(actor: UserActor, id: string): Promise<{ token: string; url: string }> {
    if (!isId('cmp', id)) throw notFound('comparison');
    const version = await inTransaction(this.parts.db, async (trx) => {
      const shared = found('comparison', await share(trx, actor.userId, id));
      recordCreated(trx, id);
      return shared;
    });
    return this.#linkTo(id, version);
  }

  /** Returns the existing link. */
  async sharedLink(actor: UserActor, id: string): Promise<{ token: string; url: string }> {
    const comparison = await this.#getOwn(actor, id);
    if (comparison.share_version === null) throw notFound('shared comparison');
    return this.#linkTo(id, comparison.share_version);
  }

  /** Revokes all links of the comparison. */
  async unshare(actor: UserActor, id: string): Promise<void> {
    const isOwn = isId('cmp', id) && (await unshare(this.parts.db, actor.userId, id));
    if (!isOwn) throw notFound('comparison');
  }

  #linkTo(id: string, version: number): { token: string; url: string } {
    const token = writeShareToken(this.parts.keys, { id, version });
    return { token, url: `${this.parts.config.baseUrl}/compare/${token}` };
  }

  async #getOwn(actor: UserActor, id: string): Promise<ComparisonRow> {
    return found(
      'comparison',
      isId('cmp', id) && (await findComparison(this.parts.db, { id, userId: actor.userId })),
    );
  }

  async #detail(
    comparison: ComparisonRow,
    wanted: { readonly languages: readonly string[]; readonly currency: string | null },
  ): Promise<ComparisonDetail> {
    const [listings, usual] = await Promise.all([
      listCompared(this.parts.db, comparison.id),
      getCurrency(this.parts.db, comparison.user_id),
    ]);
    const currency = wanted.currency ?? usual;
    return {
      comparison,
      listings,
      currency,
      reader: this.#reader(currency, wanted.languages),
    };
  }

  #reader(currency: string, languages: readonly string[]): Reader {
    return {
      convert: (amount, from) => convert(this.parts.settings.get('exchangeRates'), amount, from, currency),
      nameOf: (kind, slug) => this.#nameOf(kind, slug, languages),
    };
  }

  /** A slug that is not known here yet is its own name. */
  #nameOf(kind: NamedKind, slug: string, languages: readonly string[]): string {
    const taxonomy = this.parts.taxonomy.current;
    if (kind === 'brand') return taxonomy.brandBySlug(slug)?.name ?? slug;
    const named = kind === 'category' ? taxonomy.categoryBySlug(slug) : taxonomy.feature(slug);
    return named === undefined ? slug : nameIn(named.names, languages);
  }
}

/** Throws and names the position of every id that cannot be compared. */
async function choose(
  trx: Transaction,
  ids: readonly string[],
  comparisonId: string | null,
): Promise<readonly ChosenListing[]> {
  const known = await findChoosable(trx, ids, comparisonId);
  const chosen = ids.flatMap((id) => known.get(id) ?? []);
  if (chosen.length === ids.length) return chosen;
  throw invalidFields(
    ids.flatMap((id, i) =>
      known.has(id) ? [] : [{ field: `listingIds.${i}`, message: t('is not a visible listing') }],
    ),
  );
}
