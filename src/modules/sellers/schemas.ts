import { type Static, Type } from 'typebox';
import { Country, Literals, NamedObject, Nullable, Timestamp } from '../../platform/http/schemas.ts';
import { REVIEW_STATES } from './tables.ts';
import { TRUST_PARTS } from './trust-score.ts';
import { REPORT_REASONS } from '../reports/index.ts';
import {
  OpeningHours,
  OpeningHoursBody,
  SPOKEN_LANGUAGES,
  SPOKEN_LANGUAGES_MAX,
} from '../companies/index.ts';

const Count = Type.Integer({ minimum: 0 });
const Stars = Type.Integer({ minimum: 1, maximum: 5 });

const Rating = NamedObject('Rating', {
  average: Nullable(
    Type.Number({ description: 'Average of the published reviews, two decimals; null without any' }),
  ),
  count: Count,
  histogram: Type.Object({ 1: Count, 2: Count, 3: Count, 4: Count, 5: Count }),
});

/** Information about a trader that the law requires to be public. */
const Trader = NamedObject('Trader', {
  address: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  vatId: Type.Optional(Type.String()),
  tradeRegister: Type.Optional(Type.String()),
});

/** What the seller has given. */
const SellerContact = NamedObject('SellerContact', {
  phone: Type.Optional(Type.String()),
  whatsapp: Type.Optional(Type.String({ description: 'Number in E.164' })),
  languages: Type.Optional(Type.Array(Type.String({ description: 'ISO 639-1' }))),
  openingHours: Type.Optional(OpeningHours),
});

export const PublicSeller = NamedObject('Seller', {
  id: Type.String(),
  slug: Type.String(),
  companyName: Type.String(),
  verified: Type.Boolean(),
  trustScore: Type.Integer({ minimum: 0, maximum: 100 }),
  country: Nullable(Type.String()),
  city: Nullable(Type.String()),
  about: Nullable(Type.String()),
  logo: Nullable(Type.String()),
  memberSince: Timestamp,
  listingCount: Count,
  rating: Rating,
  responseTimeMinutes: Nullable(Type.Integer({ description: 'Median time to the first reply' })),
  contact: SellerContact,
  trader: Trader,
});
export type PublicSeller = Static<typeof PublicSeller>;

const TrustPartView = NamedObject('TrustPart', {
  part: Literals(Object.keys(TRUST_PARTS)),
  points: Type.Number(),
  /** Maximum of points; negative for deductions. */
  max: Type.Integer(),
});

const PRICE_BASES = ['net', 'gross'] as const;
const PriceBasis = Literals(PRICE_BASES);

export const SellerProfile = NamedObject('SellerProfile', {
  id: Type.String(),
  slug: Type.String(),
  companyName: Type.String(),
  about: Nullable(Type.String()),
  logo: Nullable(Type.String()),
  phone: Nullable(Type.String()),
  whatsapp: Nullable(Type.String()),
  languages: Type.Array(Type.String()),
  openingHours: Nullable(OpeningHours),
  email: Nullable(Type.String()),
  website: Nullable(Type.String()),
  vatId: Nullable(Type.String()),
  defaultPriceBasis: PriceBasis,
  street: Nullable(Type.String()),
  tradeRegister: Nullable(Type.String()),
  certified: Type.Boolean(),
  country: Nullable(Type.String()),
  region: Nullable(Type.String()),
  city: Nullable(Type.String()),
  postalCode: Nullable(Type.String()),
  lat: Nullable(Type.Number()),
  lng: Nullable(Type.Number()),
  verified: Type.Boolean(),
  trustScore: Type.Integer({ minimum: 0, maximum: 100 }),
  trust: Type.Object({ parts: Type.Array(TrustPartView), scoredAt: Nullable(Timestamp) }),
  rating: Type.Object({ average: Nullable(Type.Number()), count: Count }),
  responseTimeMinutes: Nullable(Type.Integer()),
  memberSince: Timestamp,
  updatedAt: Timestamp,
});
export type SellerProfile = Static<typeof SellerProfile>;

const text = (maxLength: number, options: { pattern?: string; description?: string } = {}) =>
  Type.String({ minLength: 1, maxLength, format: 'text', ...options });
const optional = <S extends ReturnType<typeof text>>(schema: S) => Type.Optional(Nullable(schema));

/** Omitted fields stay; null clears. */
export const SellerProfileBody = Type.Object(
  {
    companyName: Type.Optional(Type.String({ format: 'name', description: '2 to 100 characters' })),
    about: optional(text(4000)),
    phone: optional(
      Type.String({
        format: 'phone',
        description: 'With country code; stored in E.164, such as +4940123456',
      }),
    ),
    whatsapp: optional(
      Type.String({ format: 'phone', description: 'With country code, if buyers can write to you there' }),
    ),
    languages: Type.Optional(
      Nullable(
        Type.Array(Literals(SPOKEN_LANGUAGES), {
          maxItems: SPOKEN_LANGUAGES_MAX,
          uniqueItems: true,
          description: 'Languages that you speak with buyers, ISO 639-1',
        }),
      ),
    ),
    openingHours: Type.Optional(Nullable(OpeningHoursBody)),
    email: optional(Type.String({ format: 'email' })),
    website: optional(Type.String({ format: 'http-url', maxLength: 300 })),
    vatId: optional(
      text(20, { pattern: '^[A-Za-z]{2}[A-Za-z0-9+*. -]{2,18}$', description: 'Such as DE123456789' }),
    ),
    defaultPriceBasis: Type.Optional(
      Nullable(
        Literals(PRICE_BASES, {
          description: 'Basis of prices whose VAT is not specified; null: net with a VAT ID, otherwise gross',
        }),
      ),
    ),
    street: optional(text(200)),
    tradeRegister: optional(text(160)),
    certified: Type.Optional(
      Type.Boolean({
        description:
          'Confirms that you offer only products and services that comply with the law; makes the trader data public',
      }),
    ),
    country: Type.Optional(Nullable(Country)),
    region: optional(text(100)),
    city: optional(text(100)),
    postalCode: optional(text(12)),
    lat: Type.Optional(Nullable(Type.Number({ minimum: -90, maximum: 90 }))),
    lng: Type.Optional(Nullable(Type.Number({ minimum: -180, maximum: 180 }))),
  },
  { documentedAs: { dependentRequired: { lat: ['lng'], lng: ['lat'] } } },
);
export type SellerProfileBody = Static<typeof SellerProfileBody>;

const REVIEW_TITLE_MAX = 120;
const REVIEW_TEXT_MAX = 2000;

const Words = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, format: 'text', pattern: String.raw`\S` });

export const ReviewBody = NamedObject('ReviewDraft', {
  rating: Stars,
  title: Type.Optional(Nullable(Words(REVIEW_TITLE_MAX))),
  text: Words(REVIEW_TEXT_MAX),
});
export type ReviewBody = Static<typeof ReviewBody>;

export const ReplyBody = NamedObject('ReviewReplyDraft', { text: Words(REVIEW_TEXT_MAX) });

const reviewFields = {
  id: Type.String(),
  rating: Stars,
  title: Nullable(Type.String()),
  text: Nullable(Type.String()),
  author: Type.Object({ name: Type.String({ description: 'First name and initial' }) }),
  reply: Nullable(NamedObject('ReviewReply', { text: Type.String(), createdAt: Timestamp })),
  createdAt: Timestamp,
  updatedAt: Timestamp,
};

export const ReviewView = NamedObject('Review', reviewFields);
export type ReviewView = Static<typeof ReviewView>;

/** For the author: adds the seller and the status. */
export const OwnReviewView = NamedObject('OwnReview', {
  ...reviewFields,
  status: Literals(REVIEW_STATES),
  decision: Nullable(Type.String({ description: 'Reason for the rejection' })),
  seller: Type.Object({ id: Type.String(), slug: Type.String(), companyName: Type.String() }),
});
export type OwnReviewView = Static<typeof OwnReviewView>;

const REPORT_DETAILS_MAX = 2000;

export const ReviewReportBody = Type.Object({
  reason: Literals(REPORT_REASONS),
  details: Type.Optional(Type.String({ maxLength: REPORT_DETAILS_MAX, format: 'text' })),
});
export type ReviewReportBody = Static<typeof ReviewReportBody>;

export const ReviewReportView = NamedObject('ReviewReport', {
  id: Type.String(),
  reviewId: Type.String(),
  reason: Literals(REPORT_REASONS),
  status: Literals(['open', 'resolved', 'dismissed']),
  createdAt: Timestamp,
});
export type ReviewReportView = Static<typeof ReviewReportView>;
