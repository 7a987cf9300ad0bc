import type { Module, Platform } from '../../platform/module.ts';
import { settingsAdminRoutes } from './admin.routes.ts';
import { SettingsDesk } from './desk.ts';
import { settingsRoutes } from './routes.ts';
import { Settings } from './service.ts';

export { type ExchangeRates, SETTINGS, type SettingName, type SettingValue } from './definitions.ts';
export { Settings } from './service.ts';

export function createSettings(platform: Platform): { module: Module; settings: Settings } {
  const settings = new Settings(platform);
  return {
    settings,
    module: {
      name: 'settings',
      routes: [...settingsRoutes(settings), ...settingsAdminRoutes(new SettingsDesk(platform, settings))],
      start: () => settings.start(),
    },
  };
}
