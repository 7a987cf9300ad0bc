import { climateTypes, colors, emissionStickers } from '../enums.ts';
import { allClasses, poweredClasses, roadClasses, type FieldSpec } from './spec.ts';

/** Paint, stickers and climate. */
export const finishFields = {
  color: {
    kind: 'enum',
    values: colors,
    group: 'technical',
    classes: allClasses,
    description: 'Colour outside.',
    importColumn: 'color',
  },
  metallic: { kind: 'boolean', group: 'technical', classes: roadClasses, description: 'Metallic paint.' },
  interiorColor: {
    kind: 'enum',
    values: colors,
    group: 'technical',
    classes: roadClasses,
    description: 'Colour inside.',
  },
  emissionSticker: {
    kind: 'enum',
    values: emissionStickers,
    group: 'technical',
    classes: roadClasses,
    description: 'German emission sticker.',
  },
  climate: {
    kind: 'enum',
    values: climateTypes,
    group: 'technical',
    classes: poweredClasses,
    description: 'Climate control.',
  },
  climateZones: {
    kind: 'integer',
    min: 1,
    max: 6,
    group: 'technical',
    classes: poweredClasses,
    description: 'Zones of the climate control.',
  },
} as const satisfies Record<string, FieldSpec>;
