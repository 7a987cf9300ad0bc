import { Type } from 'typebox';
import {
  keysetPageReply,
  BY_CREATION,
  KeysetListOf,
  keysetParameters,
} from '../../../platform/http/keyset.ts';
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

export function couponRoutes(coupons: CouponAdministration) {
  const common = adminRow('Admin: billing');
  const One = Type.Object({ coupon: CouponView });
  return [
    route('GET', '/admin/coupons', {
      ...common,
      operationId: 'admin.coupons.list',
      summary: 'List coupons, newest first',
      query: Type.Object({
        active: Type.Optional(Type.Boolean({ description: 'Only active, or only inactive coupons' })),
        code: Type.Optional(Type.String({ maxLength: 40, description: 'Code of the coupon' })),
        ...keysetParameters,
      }),
      responses: { 200: KeysetListOf('coupons', CouponView) },
      handler: ({ query }) =>
        keysetPageReply('coupons', query, {
          read: (page) => coupons.list(query, page),
          view: couponView,
          ...BY_CREATION,
        }),
    }),
    route('POST', '/admin/coupons', {
      ...common,
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
    route('GET', '/admin/coupons/:id', {
      ...common,
      operationId: 'admin.coupons.get',
      summary: 'Get a coupon',
      responses: { 200: One },
      handler: async ({ params }) => ok({ coupon: couponView(await coupons.get(params.id)) }),
    }),
    route('PATCH', '/admin/coupons/:id', {
      ...common,
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
    route('DELETE', '/admin/coupons/:id', {
      ...common,
      operationId: 'admin.coupons.delete',
      needsFreshSignIn: true,
      summary: 'Delete a coupon that has not been redeemed',
      responses: { 204: null },
      errors: ['INVALID_STATE'],
      handler: ({ actor, params, context }) => coupons.remove(actor, params.id, context).then(noContent),
    }),
    route('GET', '/admin/coupons/:id/redemptions', {
      ...common,
      operationId: 'admin.coupons.redemptions',
      summary: 'List the redemptions of a coupon, newest first',
      query: Type.Object({ ...keysetParameters }),
      responses: { 200: KeysetListOf('redemptions', RedemptionView) },
      handler: ({ params, query }) =>
        keysetPageReply('redemptions', query, {
          read: (page) => coupons.redemptions(params.id, page),
          view: redemptionView,
          ...BY_CREATION,
        }),
    }),
  ];
}
