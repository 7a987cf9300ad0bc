import type { Module, Platform } from '../../platform/module.ts';
import { settingsAdminRoutes } from './admin.routes.ts';
import { SettingsAdminService } from './admin.service.ts';
import { Settings } from './service.ts';
import { Type } from 'typebox';
import { ok } from '../../platform/http/reply.ts';
import { access, publicFor, route } from '../../platform/http/route.ts';

const CURRENCIES_SECONDS = 300;

function settingsRoutes(settings: Settings) {
  return [
    route({
      method: 'GET',
      path: '/currencies',
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

export { type ExchangeRates, SETTINGS, type SettingName, type SettingValue } from './definitions.ts';
export { Settings } from './service.ts';
export { STANDARD_VAT_PERCENT, standardVatPercent, VAT_COUNTRIES, type VatCountry } from './vat-rates.ts';

export function createSettings(platform: Platform): { module: Module; settings: Settings } {
  const settings = new Settings(platform);
  const announceTimeZone = (): void => {
    platform.wording.timeZone = settings.get('site.timeZone');
  };
  settings.onChange(announceTimeZone);
  return {
    settings,
    module: {
      name: 'settings',
      routes: [
        ...settingsRoutes(settings),
        ...settingsAdminRoutes(new SettingsAdminService(platform, settings)),
      ],
      async start() {
        await settings.start();
        announceTimeZone();
      },
    },
  };
}
