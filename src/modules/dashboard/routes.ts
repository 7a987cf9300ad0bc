import { Readable } from 'node:stream';
import { stringify } from 'csv-stringify/sync';
import { Type } from 'typebox';
import { content, ok } from '../../platform/http/reply.ts';
import { access, PRIVATE, route } from '../../platform/http/route.ts';
import {
  Literals,
  NamedObject,
  Nullable,
  ownPageParameters,
  Pagination,
} from '../../platform/http/schemas.ts';
import { pagination, readOwnPage } from '../../platform/http/pagination.ts';
import { UsageView } from '../billing/index.ts';
import { type Dashboard, VEHICLE_SORTS } from './service.ts';

const PeriodQuery = Type.Object(
  {
    from: Type.Optional(
      Type.String({ format: 'date', description: 'First day; by default thirty days before `to`' }),
    ),
    to: Type.Optional(
      Type.String({
        format: 'date',
        description: 'Last day, from 2000 to 2100; by default today',
        documentedAs: { pattern: '^(20[0-9]{2}|2100)-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$' },
      }),
    ),
  },
  // A name written wrong would give the figures of another period.
  { additionalProperties: false },
);

const Day = NamedObject('DashboardDay', {
  date: Type.String(),
  views: Type.Integer(),
  visitors: Type.Integer(),
  inquiries: Type.Integer(),
  favorites: Type.Integer(),
});

const DashboardView = NamedObject('Dashboard', {
  period: Type.Object({ from: Type.String(), to: Type.String() }),
  listings: Type.Object({ total: Type.Integer(), byStatus: Type.Record(Type.String(), Type.Integer()) }),
  views: Type.Integer(),
  visitors: Type.Integer(),
  inquiries: Type.Integer(),
  /** The current favorites of all listings. */
  favorites: Type.Integer(),
  conversionPercent: Type.Number(),
  responseTimeMinutes: Nullable(Type.Integer()),
  responseRatePercent: Nullable(Type.Integer()),
  series: Type.Array(Day),
  topListings: Type.Array(
    Type.Object({
      id: Type.String(),
      slug: Type.String(),
      title: Type.String(),
      status: Type.String(),
      thumbnail: Nullable(Type.String()),
      views: Type.Integer(),
      inquiries: Type.Integer(),
      favorites: Type.Integer(),
    }),
  ),
  quality: Type.Object({
    averageScore: Nullable(Type.Integer()),
    weakest: Type.Array(
      Type.Object({
        id: Type.String(),
        slug: Type.String(),
        title: Type.String(),
        score: Type.Integer(),
        images: Type.Integer(),
      }),
    ),
  }),
  plan: Type.Object({
    slug: Type.String(),
    name: Type.String(),
    usage: UsageView,
  }),
});

const figures = {
  views: Type.Integer(),
  visitors: Type.Integer(),
  inquiries: Type.Integer(),
  favorites: Type.Integer(),
};
const Period = Type.Object({ from: Type.String(), to: Type.String() });

const VehiclesQuery = Type.Object({
  ...PeriodQuery.properties,
  ...ownPageParameters,
  sort: Type.Optional(Literals(VEHICLE_SORTS, { default: 'views', description: 'Sort key of the vehicles' })),
  order: Type.Optional(
    Literals(['asc', 'desc'], { default: 'desc', description: 'Ascending or descending' }),
  ),
});
const VehicleList = NamedObject('VehicleFiguresList', {
  period: Period,
  vehicles: Type.Array(
    NamedObject('VehicleFigures', {
      id: Type.String(),
      externalId: Nullable(Type.String()),
      vin: Nullable(Type.String()),
      slug: Type.String(),
      title: Type.String(),
      status: Type.String(),
      price: Nullable(Type.Number()),
      currency: Nullable(Type.String()),
      vatDeductible: Nullable(Type.Boolean({ description: 'Whether the price is net; null if unknown' })),
      soldPrice: Nullable(Type.Number({ description: 'Final price; null unless sold' })),
      ...figures,
    }),
  ),
  pagination: Pagination,
});
const ListingFigures = NamedObject('ListingFigures', {
  id: Type.String(),
  externalId: Nullable(Type.String()),
  period: Period,
  ...figures,
  series: Type.Array(Day),
});

const VEHICLE_COLUMNS = [
  'externalId',
  'id',
  'vin',
  'title',
  'status',
  'price',
  'currency',
  'views',
  'visitors',
  'inquiries',
  'favorites',
  'soldPrice',
  'vatDeductible',
] as const;

async function* csvOf(batches: AsyncIterable<readonly object[]>): AsyncGenerator<string> {
  let header = true;
  for await (const batch of batches) {
    yield stringify([...batch], { header, columns: [...VEHICLE_COLUMNS], escape_formulas: true });
    header = false;
  }
}

export function dashboardRoutes(dashboard: Dashboard) {
  const common = {
    tag: 'Seller dashboard',
    access: access.seller('VIEWER', 'analytics:read'),
    rateLimit: 'seller',
    cache: PRIVATE,
  } as const;
  return [
    route('GET', '/seller/dashboard', {
      ...common,
      operationId: 'dashboard.get',
      showsInViews: true,
      summary: 'Get stock, views, inquiries and plan usage, with daily statistics',
      query: PeriodQuery,
      responses: { 200: DashboardView },
      errors: ['INVALID_FILTER'],
      handler: async ({ actor, query }) => ok(await dashboard.read(actor.seller.sellerId, query)),
    }),
    route('GET', '/seller/dashboard/vehicles', {
      ...common,
      operationId: 'dashboard.vehicles',
      showsInViews: true,
      summary: 'List views, inquiries and favorites of each vehicle in a period',
      description: 'Includes your stock numbers. The number of favorites is those added minus those removed.',
      query: VehiclesQuery,
      responses: { 200: VehicleList },
      errors: ['INVALID_FILTER', 'INVALID_SORT'],
      handler: async ({ actor, query }) => {
        const page = readOwnPage(query);
        const { period, vehicles, total } = await dashboard.vehicles(actor.seller.sellerId, query, page);
        return ok({ period, vehicles, pagination: pagination(page, total) });
      },
    }),
    route('GET', '/seller/dashboard/vehicles.csv', {
      ...common,
      operationId: 'dashboard.exportVehicles',
      summary: 'Export the statistics of all vehicles as CSV, ordered by stock number',
      query: PeriodQuery,
      responses: { 200: { contentType: 'text/csv; charset=utf-8' } },
      errors: ['INVALID_FILTER'],
      handler: async ({ actor, query }) => {
        // Reject before the response starts.
        dashboard.period(query);
        const batches = dashboard.allVehicles(actor.seller.sellerId, query);
        return content('text/csv; charset=utf-8', Readable.from(csvOf(batches)), {
          'content-disposition': 'attachment; filename="vehicles.csv"',
        });
      },
    }),
    route('GET', '/seller/listings/:id/stats', {
      ...common,
      tag: 'Own listings',
      operationId: 'listings.stats',
      showsInViews: true,
      summary: 'List views, inquiries and favorites of a listing per day',
      query: PeriodQuery,
      responses: { 200: ListingFigures },
      errors: ['INVALID_FILTER'],
      handler: async ({ actor, params, query }) =>
        ok(await dashboard.ofListing(actor.seller.sellerId, params.id, query)),
    }),
    route('GET', '/seller/dashboard/export.csv', {
      ...common,
      operationId: 'dashboard.export',
      summary: 'Export the daily statistics as CSV',
      query: PeriodQuery,
      responses: { 200: { contentType: 'text/csv; charset=utf-8' } },
      errors: ['INVALID_FILTER'],
      handler: async ({ actor, query }) => {
        const days = await dashboard.series(actor.seller.sellerId, query);
        return content(
          'text/csv; charset=utf-8',
          stringify(days, { header: true, columns: ['date', 'views', 'visitors', 'inquiries', 'favorites'] }),
          {
            'content-disposition': 'attachment; filename="dashboard.csv"',
          },
        );
      },
    }),
  ];
}
