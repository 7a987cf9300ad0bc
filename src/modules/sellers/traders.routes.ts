import { type Static, Type } from 'typebox';
import { isoOrNull } from '../../platform/clock.ts';
import { fromRow } from '../../platform/http/from-row.ts';
import { keysetPageReply, BY_CREATION, KeysetListOf, keysetParameters } from '../../platform/http/keyset.ts';
import { ok } from '../../platform/http/reply.ts';
import { adminRow, route } from '../../platform/http/route.ts';
import { Literals, NamedObject, Nullable, Timestamp } from '../../platform/http/schemas.ts';
import { TRADER_PARTS, type TraderAdminService, type TraderRow } from './traders.service.ts';

const TraderView = NamedObject('AdminTrader', {
  sellerId: Type.String(),
  companyName: Type.String(),
  slug: Type.String(),
  country: Nullable(Type.String()),
  verified: Type.Boolean(),
  ownerId: Nullable(Type.String()),
  missing: Type.Array(Literals(TRADER_PARTS)),
  askedAt: Nullable(Timestamp),
  createdAt: Timestamp,
});

export function traderRoutes(traders: TraderAdminService) {
  const common = adminRow('Admin: users');
  return [
    route('GET', '/admin/traders', {
      ...common,
      operationId: 'admin.traders.list',
      summary: 'List active sellers with incomplete trader information, oldest first',
      query: Type.Object({ ...keysetParameters }),
      responses: { 200: KeysetListOf('traders', TraderView) },
      handler: ({ query }) =>
        keysetPageReply('traders', query, {
          read: (page) => traders.list(page),
          view: traderView,
          ...BY_CREATION,
        }),
    }),
    route('POST', '/admin/traders/:id/ask', {
      ...common,
      operationId: 'admin.traders.ask',
      summary:
        'Request the missing information from the owners of a seller by email, at most once in seven days',
      responses: { 200: Type.Object({ trader: TraderView }) },
      errors: ['INVALID_STATE'],
      handler: async ({ actor, params, context }) => {
        await traders.ask(actor, params.id, context);
        return ok({ trader: traderView(await traders.get(params.id)) });
      },
    }),
  ];
}

function traderView(row: TraderRow): Static<typeof TraderView> {
  return fromRow(TraderView, row, {
    sellerId: row.id,
    missing: [...row.missing],
    askedAt: isoOrNull(row.trader_asked_at),
  });
}
