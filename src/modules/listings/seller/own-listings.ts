import type { Database } from '../../../platform/db/database.ts';
import { gatherReads } from '../../../platform/db/gathered-reads.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { ErrorDetail } from '../../../platform/errors/app-error.ts';
import { pagination, readPage } from '../../../platform/http/pagination.ts';
import { created, ok } from '../../../platform/http/reply.ts';
import type { Reply } from '../../../platform/http/route.ts';
import type { ListingImages } from '../public/images.ts';
import type { ListingAction } from '../lifecycle/lifecycle-table.ts';
import type { SellerListingActor } from '../lifecycle/listing-actor.ts';
import type { ListingBody } from '../record/listing-body.ts';
import type { ListingService, OwnListing } from './listings.service.ts';
import { pageOwnRows, type OwnListFilter } from './own-list.repository.ts';
import { ownSummary, ownView } from './own-view.ts';
import { detailsOf } from '../writing/refusals.ts';
import type { StepOptions, Transitions } from '../lifecycle/transitions.ts';
import { versionTag } from '../record/version.ts';

/** What sellers do with their own listings; every answer is the whole record with its version. */
export class OwnListings {
  readonly #db: Database;
  readonly #service: ListingService;
  readonly #transitions: Transitions;
  readonly #images: ListingImages;

  constructor(parts: {
    db: Database;
    service: ListingService;
    transitions: Transitions;
    images: ListingImages;
  }) {
    this.#db = parts.db;
    this.#service = parts.service;
    this.#transitions = parts.transitions;
    this.#images = parts.images;
  }

  async list(sellerId: string, query: OwnListFilter & { page?: number; limit?: number }): Promise<Reply> {
    const page = readPage(query, { isOwn: true });
    const { rows, total } = await gatherReads(() => pageOwnRows(this.#db, sellerId, query, page));
    return ok({ listings: rows.map(ownSummary), pagination: pagination(page, total) });
  }

  async get(sellerId: string, idOrSlug: string): Promise<Reply> {
    return this.#show(await this.#service.get(this.#db, sellerId, idOrSlug));
  }

  async create(actor: SellerListingActor, body: ListingBody & { publish?: boolean }): Promise<Reply> {
    return this.#created(await this.#service.create(actor, body));
  }

  async duplicate(actor: SellerListingActor, idOrSlug: string): Promise<Reply> {
    return this.#created(await this.#service.duplicate(actor, idOrSlug));
  }

  /** As when it was made, with what has become of it since. */
  async createdAgain(sellerId: string, listingId: string): Promise<Reply> {
    return this.#created(await this.#service.get(this.#db, sellerId, listingId));
  }

  /** Further problems of a body that does not fit its schema. */
  async otherProblems(
    sellerId: string,
    body: ListingBody & { publish?: boolean },
    edited: { readonly idOrSlug: string; readonly isPatch: boolean } | null = null,
  ): Promise<readonly ErrorDetail[]> {
    return detailsOf(await this.#service.problemsOf(sellerId, body, edited));
  }

  async replace(
    actor: SellerListingActor,
    idOrSlug: string,
    body: ListingBody,
    ifMatch: string | null,
  ): Promise<Reply> {
    return this.#show(await this.#service.replace(actor, idOrSlug, body, ifMatch));
  }

  async patch(
    actor: SellerListingActor,
    idOrSlug: string,
    body: ListingBody,
    ifMatch: string | null,
  ): Promise<Reply> {
    return this.#show(await this.#service.patch(actor, idOrSlug, body, ifMatch));
  }

  async step(
    actor: SellerListingActor,
    idOrSlug: string,
    action: ListingAction,
    options: StepOptions,
  ): Promise<Reply> {
    const row = await inTransaction(this.#db, (trx) =>
      this.#transitions.take(trx, actor, idOrSlug, action, options),
    );
    return this.#show({ row, assessment: await this.#service.assessmentOf(this.#db, row) });
  }

  async delete(actor: SellerListingActor, idOrSlug: string, ifMatch: string | null): Promise<void> {
    await inTransaction(this.#db, (trx) =>
      this.#transitions.take(trx, actor, idOrSlug, 'delete', { ifMatch }),
    );
  }

  async #show(listing: OwnListing): Promise<Reply> {
    return ok(await this.#view(listing), { etag: versionTag(listing.row.version) });
  }

  async #created(listing: OwnListing): Promise<Reply> {
    return created(await this.#view(listing), {
      etag: versionTag(listing.row.version),
      headers: { location: `/api/seller/listings/${listing.row.id}` },
    });
  }

  async #view(listing: OwnListing): Promise<Record<string, unknown>> {
    const images = await this.#images.of([listing.row.id]);
    return ownView(listing, images.get(listing.row.id) ?? []);
  }
}
