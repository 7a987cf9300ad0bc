import type { Module, Platform } from '../../platform/module.ts';
import { settingsAdminRoutes } from './admin.routes.ts';
import { SettingsAdminService } from './admin.service.ts';
import { settingsRoutes } from './routes.ts';
import { Settings } from './service.ts';

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
        ...settingsAdminRoutes(new SettingsAdminService({ ...platform, settings })),
      ],
      async start() {
        await settings.start();
        announceTimeZone();
      },
    },
  };
}
