import type { Module, Platform } from '../../platform/module.ts';
import type { PersonalDataSection } from '../../platform/personal-data.ts';
import { savedViewsPersonalData } from './personal-data.repository.ts';
import { savedViewRoutes } from './routes.ts';
import { SavedViews } from './service.ts';

export interface SavedViewsModule {
  readonly module: Module;
  readonly personalData: PersonalDataSection;
}

/** Names for what the tables of the workspace show. */
export function createSavedViews(platform: Platform): SavedViewsModule {
  return {
    module: { name: 'saved-views', routes: savedViewRoutes(new SavedViews(platform)) },
    personalData: savedViewsPersonalData,
  };
}
