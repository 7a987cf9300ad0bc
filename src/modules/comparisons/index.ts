import type { Module, Platform } from '../../platform/module.ts';
import type { PersonalDataSection } from '../../platform/personal-data.ts';
import type { Settings } from '../settings/index.ts';
import type { Taxonomy } from '../taxonomy/index.ts';
import { comparisonsPersonalData } from './personal-data.repository.ts';
import { comparisonRoutes } from './routes.ts';
import { Comparisons } from './service.ts';

export interface ComparisonsModule {
  readonly module: Module;
  readonly personalData: PersonalDataSection;
}

/** Vehicles side by side: a buyer's saved comparisons, and the links that share them. */
export function createComparisons(
  platform: Platform,
  deps: { settings: Settings; taxonomy: Taxonomy },
): ComparisonsModule {
  return {
    module: {
      name: 'comparisons',
      routes: comparisonRoutes(new Comparisons({ ...platform, ...deps })),
    },
    personalData: comparisonsPersonalData,
  };
}
