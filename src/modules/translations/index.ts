import type { Module, Platform } from '../../platform/module.ts';
import type { Taxonomy } from '../taxonomy/index.ts';
import { translationRoutes } from './routes.ts';
import { Translations } from './service.ts';

export interface TranslationsModule {
  readonly module: Module;
  /** Reloads the edited texts after they were changed directly in the database. */
  reload(): Promise<void>;
}

export function createTranslations(platform: Platform, deps: { taxonomy: Taxonomy }): TranslationsModule {
  const translations = new Translations({ ...platform, taxonomy: deps.taxonomy });
  return {
    reload: () => translations.reload(),
    module: {
      name: 'translations',
      routes: translationRoutes(translations),
      start: () => translations.start(),
    },
  };
}
