/**
 * Determines the fields, features and brands of a listing: tractor units, trucks, vans, semi-trailers, trailers,
 * buses, construction machinery, forklifts, agricultural machinery.
 */
export const vehicleClasses = ['TU', 'TR', 'VA', 'ST', 'TL', 'BU', 'CM', 'FL', 'AG'] as const;

export type VehicleClass = (typeof vehicleClasses)[number];

export interface LocalizedName {
  readonly en: string;
  readonly de: string;
  readonly fr: string;
  readonly nl: string;
  readonly pl: string;
  readonly es: string;
  readonly it: string;
}

export type NameCells = [en: string, de: string, fr: string, nl: string, pl: string, es: string, it: string];
