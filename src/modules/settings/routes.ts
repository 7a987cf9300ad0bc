import { Type } from 'typebox';
import { ok } from '../../platform/http/reply.ts';
import { access, publicFor, route } from '../../platform/http/route.ts';
import type { Settings } from './service.ts';

const CURRENCIES_SECONDS = 300;

export function settingsRoutes(settings: Settings) {
  return [
    route('GET', '/currencies', {
      operationId: 'currencies.list',
      tag: 'Reference data',
      summary: 'List current exchange rates',
      access: access.public,
      rateLimit: 'listings',
      cache: publicFor(CURRENCIES_SECONDS),
      responses: {
        200: Type.Object({
          base: Type.String(),
          rates: Type.Record(Type.String(), Type.Number()),
          asOf: Type.String(),
        }),
      },
      handler: async () => ok(settings.get('exchangeRates')),
    }),
  ];
}
