import { isoOrNull } from '../../platform/clock.ts';
import { type Static, Type } from 'typebox';
import { defineEvent, defineSignal } from '../../platform/events/event.ts';
import { Literals, NamedObject, Nullable, Timestamp } from '../../platform/http/schemas.ts';
import type { TaxonomySnapshot } from '../taxonomy/index.ts';
import { listingStates, type ListingState } from './record/enums.ts';
import { eventState } from './lifecycle/lifecycle.ts';
import type { ListingRow } from './tables.ts';

const State = Literals(listingStates.map((state) => eventState(state)));

/** Specification "Payload", with the stock number, which identifies the vehicle in the dealer's system. */
const createdFields = {
  id: Type.String(),
  title: Type.String(),
  price: Nullable(Type.Number()),
  currency: Nullable(Type.String()),
  category: Type.String({ description: 'Slug' }),
  status: State,
  seller_id: Type.String(),
  created_at: Timestamp,
  external_id: Nullable(Type.String({ description: 'Stock number of the seller' })),
};
const CreatedListing = NamedObject('EventCreatedListing', createdFields);

const fullFields = {
  ...createdFields,
  slug: Type.String(),
  subcategory: Nullable(Type.String({ description: 'Slug' })),
  brand: Nullable(Type.String({ description: 'Slug' })),
  model: Nullable(Type.String()),
  year: Nullable(Type.Integer()),
  mileage: Nullable(Type.Integer()),
  condition: Type.String(),
  location: Type.Object({ country: Nullable(Type.String()), city: Nullable(Type.String()) }),
  featured: Type.Boolean(),
  version: Type.Integer(),
  updated_at: Timestamp,
  published_at: Nullable(Timestamp),
  expires_at: Nullable(Timestamp),
};
const FullListing = NamedObject('EventListing', fullFields);

const UNPUBLISH_REASONS = ['paused', 'plan', 'review', 'expired', 'sold', 'suspended', 'deleted'] as const;
export type UnpublishReason = (typeof UNPUBLISH_REASONS)[number];

const createdSample: Static<typeof CreatedListing> = {
  id: 'lst_01JQ8Z6M3V0K9T2B7C4D5E6F7G',
  title: 'Mercedes-Benz Actros 1845 LS 2019',
  price: 52_000,
  currency: 'EUR',
  category: 'tractor-units',
  status: 'draft',
  seller_id: 'sel_01JQ8Z5R1S2T3V4W5X6Y7Z8A9B',
  created_at: '2026-03-02T09:30:00.000Z',
  external_id: 'A-1042',
};
const fullSample: Static<typeof FullListing> = {
  ...createdSample,
  status: 'active',
  slug: 'mercedes-benz-actros-1845-ls-2019-4d5e6f7g',
  subcategory: 'standard-tractor-units',
  brand: 'mercedes-benz',
  model: 'Actros',
  year: 2019,
  mileage: 412_000,
  condition: 'used',
  location: { country: 'DE', city: 'Hamburg' },
  featured: false,
  version: 4,
  updated_at: '2026-03-03T08:00:00.000Z',
  published_at: '2026-03-02T09:31:00.000Z',
  expires_at: '2026-05-31T09:31:00.000Z',
};

export const listingCreated = defineEvent({
  type: 'listing.created',
  scope: 'listings:read',
  when: 'A seller has created a listing, manually, through the API or by an import.',
  data: Type.Object({ listing: CreatedListing }),
  sample: { listing: createdSample },
});
export const listingUpdated = defineEvent({
  type: 'listing.updated',
  scope: 'listings:read',
  when: 'Fields, images or the state of a listing have changed in a way that no more specific event covers.',
  data: Type.Object({
    listing: FullListing,
    changed_fields: Type.Array(Type.String(), {
      description: 'Field names as in the body of a listing; also status and featured',
    }),
  }),
  sample: { listing: fullSample, changed_fields: ['price', 'mileage'] },
});
export const listingPublished = defineEvent({
  type: 'listing.published',
  scope: 'listings:read',
  when: 'A listing has gone live, and searches find it.',
  data: Type.Object({ listing: FullListing }),
  sample: { listing: fullSample },
});
export const listingUnpublished = defineEvent({
  type: 'listing.unpublished',
  scope: 'listings:read',
  when: 'A listing is no longer live; `reason` states why.',
  data: Type.Object({ listing: FullListing, reason: Literals(UNPUBLISH_REASONS) }),
  sample: { listing: { ...fullSample, status: 'paused' }, reason: 'paused' },
});
export const listingApproved = defineEvent({
  type: 'listing.approved',
  scope: 'listings:read',
  when: 'A moderator has approved a listing in review; listing.published follows.',
  data: Type.Object({ listing: FullListing }),
  sample: { listing: fullSample },
});
export const listingRejected = defineEvent({
  type: 'listing.rejected',
  scope: 'listings:read',
  when: 'A moderator has rejected a listing; `rejection` contains the reason. Edit the listing and publish it again.',
  data: Type.Object({
    listing: FullListing,
    rejection: Type.Object({
      code: Type.String(),
      reason: Type.String({ description: 'Text by the moderator' }),
    }),
  }),
  sample: {
    listing: { ...fullSample, status: 'rejected', published_at: null, expires_at: null },
    rejection: { code: 'wrong_category', reason: 'This is a semi-trailer.' },
  },
});
export const listingSuspended = defineEvent({
  type: 'listing.suspended',
  scope: 'listings:read',
  when: 'A listing has been suspended: it is hidden and cannot be edited.',
  data: Type.Object({
    listing: FullListing,
    reason: Type.String({ description: 'Text by the moderator' }),
  }),
  sample: { listing: { ...fullSample, status: 'suspended' }, reason: 'The vehicle was reported as stolen.' },
});
export const listingDeleted = defineEvent({
  type: 'listing.deleted',
  scope: 'listings:read',
  when: 'A listing has been deleted.',
  data: Type.Object({ listing: FullListing, deleted_at: Timestamp }),
  sample: { listing: { ...fullSample, status: 'deleted' }, deleted_at: '2026-04-01T12:00:00.000Z' },
});
export const listingSold = defineEvent({
  type: 'listing.sold',
  scope: 'listings:read',
  when: 'The seller has marked a listing as sold.',
  data: Type.Object({
    listing: FullListing,
    sold_at: Timestamp,
    sold_price: Nullable(Type.Number()),
    conversation_id: Nullable(Type.String({ description: 'Conversation with the buyer' })),
  }),
  sample: {
    listing: { ...fullSample, status: 'sold' },
    sold_at: '2026-04-01T12:00:00.000Z',
    sold_price: 50_500,
    conversation_id: null,
  },
});

export const listingPriceDropped = defineSignal({
  type: 'listing.price_dropped',
  when: 'The price of a live listing has fallen.',
  data: Type.Object({
    listing_id: Type.String(),
    seller_id: Type.String(),
    title: Type.String(),
    previous_price: Type.Number(),
    price: Type.Number(),
    currency: Type.String(),
  }),
  sample: {
    listing_id: createdSample.id,
    seller_id: createdSample.seller_id,
    title: createdSample.title,
    previous_price: 55_000,
    price: 52_000,
    currency: 'EUR',
  },
});
export const listingPurged = defineSignal({
  type: 'listing.purged',
  when: 'The row of a deleted listing has been removed, with everything that belonged to it.',
  data: Type.Object({ listing_id: Type.String() }),
  sample: { listing_id: createdSample.id },
});

export const listingEvents = [
  listingCreated,
  listingUpdated,
  listingPublished,
  listingUnpublished,
  listingApproved,
  listingRejected,
  listingSuspended,
  listingDeleted,
  listingSold,
  listingPriceDropped,
  listingPurged,
] as const;

export function createdListing(
  row: ListingRow,
  taxonomy: TaxonomySnapshot,
  state: ListingState = row.status,
): Static<typeof CreatedListing> {
  return {
    id: row.id,
    title: row.title,
    price: row.price,
    currency: row.currency,
    category: taxonomy.category(row.category_id)?.slug ?? '',
    status: eventState(state),
    seller_id: row.seller_id,
    created_at: row.created_at.toISOString(),
    external_id: row.external_id,
  };
}

export function fullListing(row: ListingRow, taxonomy: TaxonomySnapshot): Static<typeof FullListing> {
  const { subcategory_id, brand_id } = row;
  // Object.assign, because spreading into a literal is ten times slower with many keys, and imports emit thousands.
  return Object.assign(createdListing(row, taxonomy), {
    slug: row.slug,
    subcategory: subcategory_id === null ? null : (taxonomy.category(subcategory_id)?.slug ?? null),
    brand: brand_id === null ? null : (taxonomy.brand(brand_id)?.slug ?? null),
    model: row.model,
    year: row.year,
    mileage: row.mileage,
    condition: row.condition ?? 'used',
    location: { country: row.country, city: row.city },
    featured: row.featured,
    version: row.version,
    updated_at: row.updated_at.toISOString(),
    published_at: isoOrNull(row.published_at),
    expires_at: isoOrNull(row.expires_at),
  });
}
