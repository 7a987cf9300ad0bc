import { allClasses, machineClasses, moneyMax, plateClasses, type FieldSpec } from './spec.ts';

/** What only the seller (and, of the price, other dealers) may see. */
export const privateFields = {
  externalId: {
    kind: 'text',
    minLength: 1,
    maxLength: 40,
    pattern: '^[A-Za-z0-9_-]+$',
    patternHint: 'letters, digits, hyphen and underscore',
    group: 'private',
    classes: allClasses,
    description: "The seller's own stock number, unique per seller: the key of imports.",
    importColumn: 'external_id',
  },
  vin: {
    kind: 'text',
    minLength: 17,
    maxLength: 17,
    pattern: '^[A-HJ-NPR-Z0-9]{17}$',
    patternHint: '17 letters and digits without I, O and Q',
    fold: 'upper',
    group: 'private',
    classes: plateClasses,
    description: 'Vehicle identification number, public only with vinPublic.',
    importColumn: 'vin',
  },
  serialNumber: {
    kind: 'text',
    minLength: 1,
    maxLength: 40,
    group: 'private',
    classes: machineClasses,
    description: 'Serial number of a machine, public only with vinPublic.',
    importColumn: 'serial_number',
  },
  vinPublic: {
    kind: 'boolean',
    group: 'private',
    classes: allClasses,
    description: 'Shows VIN or serial number to everybody.',
  },
  dealerPrice: {
    kind: 'decimal',
    min: 0.01,
    max: moneyMax,
    scale: 2,
    group: 'private',
    classes: allClasses,
    description: 'Price among dealers, seen by sellers only; not above the price.',
  },
} as const satisfies Record<string, FieldSpec>;
