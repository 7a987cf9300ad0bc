/**
 * Enumerations of the listing record. The values of the API specification come first in each list, then the
 * extensions; documentation and forms use this order.
 */

export type { VehicleClass } from '../../taxonomy/index.ts';

// prettier-ignore
export const fuelTypes = [
  'diesel', 'petrol', 'electric', 'hybrid', 'cng', 'lng', 'lpg', 'hydrogen', 'ethanol', 'other',
] as const;

export const transmissions = ['manual', 'automatic', 'semi_automatic'] as const;

/** Wheel positions × driven wheel positions. */
// prettier-ignore
export const driveTypes = [
  '4x2', '6x2', '6x4', '8x4', '4x4', '6x6', '8x2', '8x6', '8x8', '10x4', '10x6',
] as const;

/** One list for light duty (Euro 6) and heavy duty (Euro VI); EEV is between Euro V and Euro VI. */
// prettier-ignore
export const euroStandards = [
  'euro3', 'euro4', 'euro5', 'euro6', 'euro1', 'euro2', 'eev', 'euro6d', 'euro6e',
] as const;

/** EU non-road mobile machinery stages; Tier 4 final is the US counterpart found on imported machines. */
// prettier-ignore
export const nonRoadStages = [
  'stage_2', 'stage_3a', 'stage_3b', 'stage_4', 'stage_5', 'tier_4_final',
] as const;

export const conditions = ['new', 'used', 'certified'] as const;

export const usageTypes = ['demonstration', 'pre_registration', 'rental_return', 'classic'] as const;
/** standard: VAT at a rate. margin: used goods sold under a margin scheme, such as § 25a UStG. */
export const vatSchemes = ['standard', 'margin'] as const;
export const priceTypes = ['fixed', 'negotiable', 'on_request'] as const;
export const serviceHistories = ['full', 'partial', 'none'] as const;
/** Documents that the buyer receives with the vehicle. */
export const documentTypes = [
  'registration_certificate',
  'certificate_of_conformity',
  'service_book',
  'maintenance_invoices',
  'inspection_report',
  'tachograph_certificate',
  'vehicle_history',
  'operating_manual',
] as const;
/** EU generations of tachographs. Smart tachographs of version 2 also record border crossings. */
export const tachographs = ['analog', 'digital', 'smart_1', 'smart_2', 'none'] as const;
export const availabilityTypes = ['now', 'from_date', 'order'] as const;

/** Delivery times that dealer systems exchange; free numbers would not be comparable between feeds. */
export const deliveryDays = [1, 2, 3, 4, 5, 6, 7, 14, 21, 28, 42, 60, 90, 120, 150, 180, 270, 360] as const;

/** Vehicle categories of Regulation (EU) 2018/858; T means tractors, `none` means no type approval. */
export const euCategories = ['N1', 'N2', 'N3', 'M2', 'M3', 'O1', 'O2', 'O3', 'O4', 'T', 'none'] as const;
export type EuCategory = (typeof euCategories)[number];

export const suspensions = ['air', 'spring', 'hydraulic', 'parabolic'] as const;
export const brakeTypes = ['disc', 'drum', 'mixed'] as const;
export const retarderTypes = ['none', 'retarder', 'intarder', 'engine_brake'] as const;
export const cabTypes = ['day', 'sleeper', 'high_sleeper', 'mega_sleeper', 'double', 'local'] as const;
export const steeringSides = ['left', 'right'] as const;
// prettier-ignore
export const busClasses = [
  'city', 'intercity', 'coach', 'school', 'minibus', 'double_decker', 'articulated',
] as const;
export const floorTypes = ['low', 'step', 'high'] as const;
export const hydraulicsTypes = ['none', 'tipper', 'walking_floor', 'tanker', 'other'] as const;
export const undercarriages = ['tracked', 'wheeled'] as const;
export const mastTypes = ['simplex', 'duplex', 'triplex', 'quad'] as const;
// prettier-ignore
export const colors = [
  'black', 'grey', 'beige', 'brown', 'red', 'green', 'blue', 'purple', 'gold', 'white', 'orange', 'silver',
  'yellow',
] as const;
export const emissionStickers = ['green', 'yellow', 'red', 'none'] as const;
export const climateTypes = ['none', 'manual', 'automatic'] as const;

/** ADR hazard classes, by the numbers on the plates. */
// prettier-ignore
export const adrClasses = [
  '1', '2', '3', '4.1', '4.2', '4.3', '5.1', '5.2', '6.1', '6.2', '7', '8', '9',
] as const;

export const listingSources = ['manual', 'api', 'import'] as const;
export type ListingSource = (typeof listingSources)[number];

// prettier-ignore
export const listingStates = [
  'DRAFT', 'PENDING_REVIEW', 'ACTIVE', 'PAUSED', 'REJECTED', 'SUSPENDED', 'EXPIRED', 'SOLD', 'DELETED',
] as const;
export type ListingState = (typeof listingStates)[number];
