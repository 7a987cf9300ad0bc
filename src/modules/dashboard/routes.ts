import { stringify } from 'csv-stringify/sync';
import { Type } from 'typebox';
import { content, ok } from '../../platform/http/reply.ts';
import { access, PRIVATE, route } from '../../platform/http/route.ts';
import { NamedObject, Nullable } from '../../platform/http/schemas.ts';
import type { Dashboard } from './service.ts';

const PeriodQuery = Type.Object({
  from: Type.Optional(
    Type.String({ format: 'date', description: 'First day; thirty days before `to` when absent' }),
  ),
  to: Type.Optional(Type.String({ format: 'date', description: 'Last day; today when absent' })),
});

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
    usage: Type.Record(Type.String(), Type.Object({ used: Type.Integer(), limit: Nullable(Type.Integer()) })),
  }),
});

export function dashboardRoutes(dashboard: Dashboard) {
  const common = {
    tag: 'Seller dashboard',
    access: access.seller('VIEWER', 'analytics:read'),
    rateLimit: 'seller',
    cache: PRIVATE,
  } as const;
  return [
    route({
      ...common,
      method: 'GET',
      path: '/seller/dashboard',
      operationId: 'dashboard.get',
      summary: 'Stock, views, inquiries and plan usage, with daily figures',
      query: PeriodQuery,
      responses: { 200: DashboardView },
      errors: ['VALIDATION_ERROR'],
      handler: async ({ actor, query }) => ok(await dashboard.read(actor.seller.sellerId, query)),
    }),
    route({
      ...common,
      method: 'GET',
      path: '/seller/dashboard/export.csv',
      operationId: 'dashboard.export',
      summary: 'The daily figures as CSV',
      query: PeriodQuery,
      responses: { 200: { contentType: 'text/csv; charset=utf-8' } },
      errors: ['VALIDATION_ERROR'],
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
