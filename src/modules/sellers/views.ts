import { fromRow } from '../../platform/http/from-row.ts';
import { isoOrNull } from '../../platform/clock.ts';
import { authorName } from './author-name.ts';
import type { ReviewRow, Histogram } from './reviews.repository.ts';
import { type OwnReviewView, PublicSeller, ReviewView, SellerProfile } from './schemas.ts';
import type { SellerRow } from '../companies/index.ts';
import { TRUST_PARTS, type TrustPart, type TrustParts } from './trust-score.ts';

/** Name of an author whose account was erased. */
const NOBODY = 'Former user';

export function publicSellerView(
  seller: SellerRow,
  figures: { readonly listingCount: number; readonly histogram: Histogram },
): PublicSeller {
  const [one, two, three, four, five] = figures.histogram;
  return fromRow(PublicSeller, seller, {
    memberSince: seller.created_at.toISOString(),
    listingCount: figures.listingCount,
    rating: { ...ratingOf(seller), histogram: { 1: one, 2: two, 3: three, 4: four, 5: five } },
    contact: contactView(seller),
    trader: traderView(seller),
  });
}

function contactView(seller: SellerRow): PublicSeller['contact'] {
  const { phone, whatsapp, languages, opening_hours: openingHours } = seller;
  return {
    ...(phone === null ? {} : { phone }),
    ...(whatsapp === null ? {} : { whatsapp }),
    ...(languages.length === 0 ? {} : { languages: [...languages] }),
    ...(openingHours === null ? {} : { openingHours }),
  };
}

/** Empty until the seller agrees to publish it by certifying. */
function traderView(seller: SellerRow): PublicSeller['trader'] {
  if (seller.certified_at === null) return {};
  const town = [seller.postal_code, seller.city].filter((part) => part !== null).join(' ');
  const facts = {
    address: [seller.street ?? '', town].filter((part) => part !== '').join(', ') || null,
    phone: seller.phone,
    email: seller.email,
    vatId: seller.vat_id,
    tradeRegister: seller.trade_register,
  };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null));
}

/** Must match `findOwner` of the listings. */
export function priceBasisOf(seller: Pick<SellerRow, 'default_price_basis' | 'vat_id'>): 'net' | 'gross' {
  return seller.default_price_basis ?? (seller.vat_id === null ? 'gross' : 'net');
}

export function profileView(
  seller: SellerRow,
  trust: { readonly parts: TrustParts; readonly scored_at: Date } | undefined,
): SellerProfile {
  return fromRow(SellerProfile, seller, {
    certified: seller.certified_at !== null,
    languages: [...seller.languages],
    defaultPriceBasis: priceBasisOf(seller),
    trust: { parts: partsOf(trust?.parts), scoredAt: isoOrNull(trust?.scored_at) },
    rating: ratingOf(seller),
    memberSince: seller.created_at.toISOString(),
  });
}

export function reviewView(review: ReviewRow): ReviewView {
  const reply =
    review.reply === null || review.replied_at === null
      ? null
      : { text: review.reply, createdAt: review.replied_at.toISOString() };
  return fromRow(ReviewView, review, {
    author: { name: review.author_status === 'erased' ? NOBODY : authorName(review.author_name) },
    reply,
  });
}

export function ownReviewView(review: ReviewRow): OwnReviewView {
  return {
    ...reviewView(review),
    status: review.status,
    decision: review.status === 'rejected' ? review.decision : null,
    seller: { id: review.seller_id, slug: review.seller_slug, companyName: review.company_name },
  };
}

function ratingOf(seller: SellerRow): { average: number | null; count: number } {
  const { rating_count: count, rating_sum: sum } = seller;
  return { average: count === 0 ? null : Math.round((sum / count) * 100) / 100, count };
}

function partsOf(parts: TrustParts | undefined): SellerProfile['trust']['parts'] {
  if (parts === undefined) return [];
  return (Object.entries(TRUST_PARTS) as [TrustPart, number][]).map(([part, max]) => ({
    part,
    points: parts[part],
    max,
  }));
}
