import { Type } from 'typebox';
import { answerKeysetPage, KeysetListOf, keysetParameters } from '../../../platform/http/keyset.ts';
import { created, noContent, ok } from '../../../platform/http/reply.ts';
import { adminRow, route } from '../../../platform/http/route.ts';
import { Amount, Currency, Nullable } from '../../../platform/http/schemas.ts';
import type { CouponAdministration } from './coupon-administration.ts';
import { CouponView, couponView, RedemptionView, redemptionView } from './coupon-views.ts';

const Code = Type.String({
  pattern: '^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$',
  minLength: 4,
  maxLength: 40,
  description: 'Letters, digits and hyphens, in upper or lower case',
});
const Name = Type.String({ minLength: 1, maxLength: 100, format: 'text', description: 'For administrators' });
const Instant = Nullable(Type.String({ format: 'date-time' }));

const terms = {
  note: Type.Optional(Nullable(Type.String({ maxLength: 1000, format: 'text' }))),
  percent: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 100 }))),
  amount: Type.Optional(
    Nullable(Type.Object({ amount: Amount({ minimum: 0.01, maximum: 1_000_000 }), currency: Currency })),
  ),
  periods: Type.Optional(
    Nullable(
      Type.Integer({
        minimum: 1,
        maximum: 120,
        description:
          'Number of periods, months or years, that it discounts; null: as long as the subscription runs',
      }),
    ),
  ),
  planIds: Type.Optional(
    Nullable(
      Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
        minItems: 1,
        maxItems: 50,
        description: 'IDs or slugs; null: all plans',
      }),
    ),
  ),
  validFrom: Type.Optional(Instant),
  validUntil: Type.Optional(Instant),
  redemptionsMax: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 1_000_000 }))),
  active: Type.Optional(Type.Boolean()),
};

const NewCouponBody = Type.Object({ code: Code, name: Name, ...terms });
const CouponBody = Type.Object({ code: Type.Optional(Code), name: Type.Optional(Name), ...terms });

const ID_AND_TIME = { parts: 2, instants: [0] } as const;
const keyOf = (row: { created_at: Date; id: string }) => [row.created_at.toISOString(), row.id];

export function couponRoutes(coupons: CouponAdministration) {
  const common = adminRow('Admin: billing');
  const One = Type.Object({ coupon: CouponView });
  return [
    route({
      ...common,
      method: 'GET',
      path: '/admin/coupons',
      operationId: 'admin.coupons.list',
      summary: 'List coupons, newest first',
      query: Type.Object({
        active: Type.Optional(Type.Boolean({ description: 'Only active, or only inactive coupons' })),
        code: Type.Optional(Type.String({ maxLength: 40, description: 'Code of the coupon' })),
        ...keysetParameters,
      }),
      responses: { 200: KeysetListOf('coupons', CouponView) },
      handler: ({ query }) =>
        answerKeysetPage('coupons', query, {
          read: (page) => coupons.list(query, page),
          view: couponView,
          keyOf,
          key: ID_AND_TIME,
        }),
    }),
    route({
      ...common,
      method: 'POST',
      path: '/admin/coupons',
      operationId: 'admin.coupons.create',
      needsFreshSignIn: true,
      summary: 'Create a coupon',
      description:
        'Either `percent` or `amount` is subtracted from the net price of a period. Each seller can redeem it once.',
      body: NewCouponBody,
      responses: { 201: One },
      errors: ['ALREADY_EXISTS'],
      handler: async ({ actor, body, context }) =>
        created({ coupon: couponView(await coupons.create(actor, body, context)) }),
      answerAgain: async (_request, id) => created({ coupon: couponView(await coupons.get(id)) }),
    }),
    route({
      ...common,
      method: 'GET',
      path: '/admin/coupons/:id',
      operationId: 'admin.coupons.get',
      summary: 'Get a coupon',
      responses: { 200: One },
      handler: async ({ params }) => ok({ coupon: couponView(await coupons.get(params.id)) }),
    }),
    route({
      ...common,
      method: 'PATCH',
      path: '/admin/coupons/:id',
      operationId: 'admin.coupons.update',
      needsFreshSignIn: true,
      summary: 'Change a coupon',
      description:
        'Its terms (`code`, `percent`, `amount`, `periods`, `planIds`) are fixed once it has been redeemed. `active: false` ends its redemption; sellers who have redeemed it keep the discount.',
      body: CouponBody,
      responses: { 200: One },
      errors: ['ALREADY_EXISTS', 'INVALID_STATE'],
      handler: async ({ actor, params, body, context }) =>
        ok({ coupon: couponView(await coupons.change(actor, params.id, body, context)) }),
    }),
    route({
      ...common,
      method: 'DELETE',
      path: '/admin/coupons/:id',
      operationId: 'admin.coupons.delete',
      needsFreshSignIn: true,
      summary: 'Delete a coupon that has not been redeemed',
      responses: { 204: null },
      errors: ['INVALID_STATE'],
      handler: ({ actor, params, context }) => coupons.remove(actor, params.id, context).then(noContent),
    }),
    route({
      ...common,
      method: 'GET',
      path: '/admin/coupons/:id/redemptions',
      operationId: 'admin.coupons.redemptions',
      summary: 'List the redemptions of a coupon, newest first',
      query: Type.Object({ ...keysetParameters }),
      responses: { 200: KeysetListOf('redemptions', RedemptionView) },
      handler: ({ params, query }) =>
        answerKeysetPage('redemptions', query, {
          read: (page) => coupons.redemptions(params.id, page),
          view: redemptionView,
          keyOf,
          key: ID_AND_TIME,
        }),
    }),
  ];
}
