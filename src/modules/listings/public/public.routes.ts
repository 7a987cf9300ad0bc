import { Type } from 'typebox';
import type { Actor } from '../../../platform/actor.ts';
import {
  access,
  type AnyRouteRow,
  PRIVATE,
  publicFor,
  type Reply,
  route,
  type RequestContext,
} from '../../../platform/http/route.ts';
import { invalidState } from '../../../platform/errors/app-error.ts';
import { t } from '../../../platform/errors/sentence.ts';
import { created, ok } from '../../../platform/http/reply.ts';
import { chooseLanguage } from '../../../platform/http/request/languages.ts';
import { Literals, NamedObject, Nullable, Timestamp } from '../../../platform/http/schemas.ts';
import { MAIL_LANGUAGES } from '../../../platform/mail/mail-languages.ts';
import type { MachineTranslation, TranslatedText } from '../../machine-translation/index.ts';
import type { TaxonomySnapshot } from '../../taxonomy/index.ts';
import type { DetailPages } from './detail-pages.ts';
import { ListingDetailView } from './detail-view.ts';
import {
  Delivery,
  type DeliveryEstimates,
  ListingSummary,
  PricePosition,
  type SimilarListings,
} from './listing-summary.ts';
import { seedOf } from './priced-seed.ts';
import { LISTING_REPORT_REASONS, type ListingReports } from './reports.ts';
import type { ViewCounter } from './view-counter.ts';

/** Specification: "Limits", cache durations. */
const DETAIL_SECONDS = 2 * 60;
const LIST_SECONDS = 60;

interface PublicRouteParts {
  readonly pages: DetailPages;
  readonly views: ViewCounter;
  readonly search: SimilarListings;
  readonly deliveries: DeliveryEstimates;
  readonly taxonomy: { readonly current: TaxonomySnapshot };
  readonly reports: ListingReports;
  readonly translation: MachineTranslation;
}

const PriceHistory = NamedObject('PriceHistory', {
  prices: Type.Array(
    NamedObject('PricePoint', {
      at: Timestamp,
      price: Nullable(Type.Number()),
      currency: Nullable(Type.String()),
      vatDeductible: Nullable(Type.Boolean({ description: 'The price is net; null: not recorded' })),
    }),
  ),
});

const DeliveryParameters = Type.Object(
  {
    city: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Name of a town, or a postal code with or without its town; must be known',
    }),
    country: Type.Optional(
      Type.String({
        format: 'country',
        description: 'Country of the town; by default, the largest town with the name',
      }),
    ),
  },
  { additionalProperties: false },
);

const ReportBody = Type.Object(
  {
    reason: Literals(LISTING_REPORT_REASONS),
    details: Type.Optional(Type.String({ maxLength: 2000, format: 'text' })),
  },
  { title: 'ListingReportRequest' },
);
const GuestReportBody = Type.Object(
  {
    reason: Literals(LISTING_REPORT_REASONS),
    details: Type.String({
      minLength: 10,
      maxLength: 2000,
      format: 'text',
      description: 'Description of the problem',
    }),
    name: Type.Optional(Type.String({ format: 'name', maxLength: 100 })),
    email: Type.Optional(
      Type.String({
        format: 'email',
        maxLength: 254,
        description: 'Address for the receipt and the decision',
      }),
    ),
  },
  { title: 'GuestReportRequest' },
);
const ReportView = NamedObject('ListingReport', {
  id: Type.String(),
  listingId: Type.String(),
  reason: Type.String(),
  status: Literals(['open', 'resolved', 'dismissed']),
  createdAt: Timestamp,
});

const DescriptionTranslation = NamedObject('DescriptionTranslation', {
  language: Type.String(),
  sourceLanguage: Nullable(Type.String({ description: 'As the translation service detected it' })),
  description: Type.String(),
});
const TranslationLanguage = Literals(MAIL_LANGUAGES, { description: 'Language to translate to' });

export function publicRoutes(parts: PublicRouteParts): readonly AnyRouteRow[] {
  const common = { tag: 'Listings', access: access.public, rateLimit: 'listings' } as const;
  return [
    route('GET', '/listings/:slug', {
      ...common,
      operationId: 'publicListings.get',
      summary: 'Get a listing by slug or ID; sold and expired listings stay visible for 30 days',
      cache: publicFor(DETAIL_SECONDS),
      responses: { 200: ListingDetailView },
      handler: ({ actor, params, context }) => showDetail(parts, actor, params.slug, context),
    }),
    route('GET', '/listings/:slug/similar', {
      ...common,
      operationId: 'publicListings.similar',
      summary: 'List up to eight similar live listings',
      cache: publicFor(LIST_SECONDS),
      responses: { 200: Type.Object({ listings: Type.Array(ListingSummary) }) },
      handler: async ({ params, context }) => {
        const { row } = await parts.pages.find(params.slug);
        return {
          status: 200,
          ready: await parts.search.similar(seedOf(row, parts.taxonomy.current), context.languages),
        };
      },
    }),
    route('GET', '/listings/:slug/prices', {
      ...common,
      operationId: 'publicListings.prices',
      summary: 'List the prices of a listing since its first publication, oldest first',
      cache: publicFor(DETAIL_SECONDS),
      responses: { 200: PriceHistory },
      handler: async ({ params }) => {
        const prices = await parts.pages.prices(params.slug);
        return ok({
          prices: prices.map((point) => ({ ...point, at: point.at.toISOString() })),
        });
      },
    }),
    route('GET', '/listings/:slug/price-position', {
      ...common,
      operationId: 'publicListings.pricePosition',
      summary: 'Get the position of the price among similar live listings',
      description:
        'Similar vehicles have the same type and VAT basis, and a similar age, use and power: those of the same model if there are enough, otherwise those of the same type and axle formula. `basis` is the search that finds them. With fewer than eight, there is no position.',
      cache: publicFor(LIST_SECONDS),
      responses: { 200: PricePosition },
      handler: async ({ params }) => {
        const { row } = await parts.pages.find(params.slug);
        return { status: 200, ready: await parts.search.pricePosition(seedOf(row, parts.taxonomy.current)) };
      },
    }),
    route('GET', '/listings/:slug/delivery', {
      ...common,
      operationId: 'publicListings.delivery',
      summary: 'Estimate the cost of a delivery to a town',
      cache: publicFor(LIST_SECONDS),
      query: DeliveryParameters,
      responses: { 200: Delivery },
      errors: ['LOCATION_NOT_FOUND'],
      handler: async ({ params, query, context: { languages } }) => {
        const { row } = await parts.pages.find(params.slug);
        const { category } = seedOf(row, parts.taxonomy.current);
        return ok(await parts.deliveries.estimate({ ...row, category }, query, languages));
      },
    }),
    route('GET', '/listings/:slug/translation', {
      ...common,
      operationId: 'publicListings.translation',
      summary: 'Get the machine translation of the description, if somebody has had it translated',
      cache: publicFor(LIST_SECONDS),
      query: Type.Object({ language: TranslationLanguage }),
      responses: { 200: Type.Object({ translation: Nullable(DescriptionTranslation) }) },
      handler: async ({ params, query: { language } }) => {
        const { row } = await parts.pages.find(params.slug);
        const found =
          row.description === null ? null : await parts.translation.find(row.description, language);
        return ok({ translation: found === null ? null : translationView(found, language) });
      },
    }),
    route('POST', '/listings/:slug/translation', {
      tag: 'Listings',
      access: access.public,
      passesOverBadCredentials: true,
      rateLimit: 'search',
      cache: PRIVATE,
      operationId: 'publicListings.translate',
      summary: 'Have the description translated by machine',
      description:
        'Only if the operator has set up a translation service. Each text is translated once per language. The characters per day of an account, or of a network of guests, are limited.',
      body: Type.Object({ language: TranslationLanguage }),
      responses: { 200: Type.Object({ translation: DescriptionTranslation }) },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, body: { language }, context }) => {
        const { row } = await parts.pages.find(params.slug);
        if (row.description === null) throw invalidState(t('The listing has no description.'));
        const requester = { actor, ip: context.ip };
        const translated = await parts.translation.translatePublic(requester, row.description, language);
        return ok({ translation: translationView(translated, language) });
      },
    }),
    route('POST', '/listings/:slug/report', {
      tag: 'Listings',
      access: access.user(),
      rateLimit: 'general',
      cache: PRIVATE,
      operationId: 'publicListings.report',
      summary: 'Report a listing to the administrators',
      description: 'The listing stays live until an administrator has reviewed it.',
      body: ReportBody,
      responses: { 201: Type.Object({ report: ReportView }) },
      errors: ['ALREADY_EXISTS'],
      handler: async ({ actor, params, body }) =>
        created({ report: await parts.reports.report(actor, params.slug, body) }),
      answerAgain: async ({ actor }, id) => created({ report: await parts.reports.get(actor, id) }),
    }),
    route('POST', '/listings/:slug/guest-report', {
      tag: 'Listings',
      access: access.public,
      passesOverBadCredentials: true,
      rateLimit: 'auth',
      cache: PRIVATE,
      operationId: 'publicListings.reportAsGuest',
      summary: 'Report a listing to the administrators without an account',
      description:
        'At most twenty per day and network. If an email address is given, the receipt and the decision are sent there.',
      body: GuestReportBody,
      responses: { 201: Type.Object({ report: ReportView }) },
      handler: async ({ params, body, context }) => {
        const { reason, details, name = null, email = null } = body;
        const guest = {
          name,
          email,
          language: chooseLanguage(context.languages, MAIL_LANGUAGES, 'en'),
          ip: context.ip,
        };
        return created({
          report: await parts.reports.reportAsGuest(guest, params.slug, { reason, details }),
        });
      },
      answerAgain: async (_request, id) => created({ report: await parts.reports.getOfGuest(id) }),
    }),
  ];
}

function translationView({ content, sourceLanguage }: TranslatedText, language: string) {
  return { language, sourceLanguage, description: content };
}

async function showDetail(
  { pages, views }: PublicRouteParts,
  actor: Actor,
  idOrSlug: string,
  context: RequestContext,
): Promise<Reply> {
  const page = await pages.find(idOrSlug);
  views.record(page.row, actor, context);
  const isForDealers = actor.kind === 'user' && actor.role === 'SELLER' && page.row.dealer_price !== null;
  const { body, etag } = pages.answer(page, context.languages, isForDealers);
  return {
    status: 200,
    ready: body,
    etag,
    ...(isForDealers ? { headers: { 'cache-control': 'private, no-store' } } : {}),
  };
}
