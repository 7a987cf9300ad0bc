import { addMs, DAY_MS, HOUR_MS } from '../../platform/clock.ts';
import type { Module, Platform } from '../../platform/module.ts';
import { TranslationBudget } from './budget.ts';
import { MachineTranslation } from './machine-translation.ts';
import { purgeSpending, purgeStored } from './repository.ts';
import { translationService } from './services.ts';

export type { MachineTranslation } from './machine-translation.ts';
export type { TranslatedText } from './services.ts';

/** Nobody needs one for longer: the next reader has it made again. */
const KEPT_MS = 30 * DAY_MS;
/** About 500 MB. */
const KEPT_MAX = 200_000;

export interface MachineTranslationModule {
  readonly translation: MachineTranslation;
  readonly module: Module;
}

/** Translation of what users write, by a service that the operator chooses. */
export function createMachineTranslation(platform: Platform): MachineTranslationModule {
  const { config, db, clock } = platform;
  const service =
    config.translation === null
      ? null
      : {
          translate: translationService(config.translation),
          budget: new TranslationBudget({
            ...platform,
            charactersPerDay: config.translation.charactersPerDay,
          }),
        };
  return {
    translation: new MachineTranslation({ ...platform, service }),
    module: {
      name: 'machine-translation',
      jobs: [
        {
          name: 'machine-translation.purge',
          everyMs: HOUR_MS,
          async run() {
            const now = clock.now();
            await purgeStored(db, addMs(now, -KEPT_MS), KEPT_MAX);
            await purgeSpending(db, now);
          },
        },
      ],
    },
  };
}
