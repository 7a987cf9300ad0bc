import { chassisFields } from './chassis.ts';
import { dimensionFields } from './dimensions.ts';
import { engineFields } from './engine.ts';
import { finishFields } from './finish.ts';
import { loadFields } from './load.ts';
import { machineFields } from './machine.ts';
import type { FieldSpec } from './spec.ts';

/** The `technical` group of the public detail. Units are metric and part of the name where the name would be unclear without. */
export const technicalFields = {
  ...engineFields,
  ...chassisFields,
  ...dimensionFields,
  ...loadFields,
  ...machineFields,
  ...finishFields,
} as const satisfies Record<string, FieldSpec>;
