/**
 * Output of the generator: flat plain records with the field names of the listing record, and references by
 * slug or index. Null means that the field does not apply or is not given.
 */
import type { Weighted } from './random.ts';

export type DemoClass = 'TU' | 'TR' | 'VA' | 'ST' | 'TL' | 'BU' | 'CM';
export type DemoLanguage = 'en' | 'de' | 'fr' | 'pl' | 'nl';
export type DemoPlan = 'free' | 'starter' | 'professional' | 'premium' | 'enterprise';
export type DemoStatus = 'ACTIVE' | 'DRAFT' | 'PAUSED' | 'SOLD' | 'EXPIRED';
export type FuelType = 'diesel' | 'petrol' | 'electric' | 'lng' | 'cng' | 'hybrid';
export type Transmission = 'manual' | 'automatic' | 'semi_automatic';
export type DriveType = '4x2' | '4x4' | '6x2' | '6x4' | '6x6' | '8x2' | '8x4' | '8x8';
export type EuroStandard = 'euro3' | 'euro4' | 'euro5' | 'eev' | 'euro6' | 'euro6d' | 'euro6e';
export type Suspension = 'air' | 'spring' | 'parabolic';
export type CabType = 'day' | 'sleeper' | 'high_sleeper' | 'mega_sleeper' | 'double' | 'local';
export type NonRoadStage = 'stage_3a' | 'stage_3b' | 'stage_4' | 'stage_5';
export type BusClass =
  'city' | 'intercity' | 'coach' | 'school' | 'minibus' | 'double_decker' | 'articulated';

export interface DemoPlace {
  readonly country: string;
  readonly region: string | null;
  readonly city: string;
  readonly postalCode: string;
  readonly lat: number;
  readonly lng: number;
}

/** Fields that depend on the kind of vehicle. Each class fills in some of them. */
export const emptyTechnical = {
  fuelType: null as FuelType | null,
  transmission: null as Transmission | null,
  driveType: null as DriveType | null,
  euroStandard: null as EuroStandard | null,
  nonRoadStage: null as NonRoadStage | null,
  powerKw: null as number | null,
  gears: null as number | null,
  axles: null as number | null,
  grossVehicleWeightKg: null as number | null,
  grossCombinationWeightKg: null as number | null,
  curbWeightKg: null as number | null,
  payloadKg: null as number | null,
  cabType: null as CabType | null,
  bunks: null as number | null,
  retarder: null as 'none' | 'retarder' | 'intarder' | 'engine_brake' | null,
  suspensionFront: null as Suspension | null,
  suspensionRear: null as Suspension | null,
  brakeType: null as 'disc' | 'drum' | null,
  seats: null as number | null,
  standingPlaces: null as number | null,
  doors: null as number | null,
  busClass: null as BusClass | null,
  loadLengthMm: null as number | null,
  loadWidthMm: null as number | null,
  loadHeightMm: null as number | null,
  loadVolumeM3: null as number | null,
  europallets: null as number | null,
  tankVolumeL: null as number | null,
  compartments: null as number | null,
  axleMake: null as string | null,
  fuelTankL: null as number | null,
  cooling: null as { maker: string; model: string; hours: number; minTempC: number } | null,
  operatingWeightKg: null as number | null,
  undercarriage: null as 'tracked' | 'wheeled' | null,
};

export type DemoTechnical = typeof emptyTechnical;

export interface DemoListing extends DemoTechnical, DemoEvidence {
  /** Index in the endless sequence of listings of a seed. It determines externalId, VIN and serial number. */
  readonly index: number;
  readonly sellerIndex: number;
  readonly vehicleClass: DemoClass;
  readonly title: string;
  readonly category: string;
  readonly subcategory: string;
  readonly brand: string;
  readonly model: string;
  readonly variant: string | null;
  readonly description: string;
  readonly descriptionLanguage: DemoLanguage;
  readonly price: number | null;
  readonly currency: string;
  readonly priceType: 'fixed' | 'negotiable' | 'on_request';
  /** Percent; null under the margin scheme, where no VAT is shown. */
  readonly vatRate: number | null;
  readonly vatDeductible: boolean;
  readonly vatScheme: 'margin' | null;
  readonly year: number;
  /** YYYY-MM. */
  readonly firstRegistration: string | null;
  readonly mileage: number | null;
  readonly operatingHours: number | null;
  readonly condition: 'new' | 'used' | 'certified';
  readonly previousOwners: number | null;
  readonly serviceHistory: 'full' | 'partial' | null;
  readonly color: string | null;
  readonly features: readonly string[];
  readonly location: DemoPlace;
  readonly vin: string | null;
  readonly serialNumber: string | null;
  readonly externalId: string;
  readonly status: DemoStatus;
  readonly featured: boolean;
  readonly createdAt: Date;
  readonly publishedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly soldAt: Date | null;
  readonly views: number;
}

/** Evidence of the condition; null if the seller does not state it. */
export interface DemoEvidence {
  readonly nextInspection: string | null;
  readonly nextSafetyCheck: string | null;
  readonly tachograph: 'digital' | 'smart_1' | 'smart_2' | null;
  readonly tachographInspection: string | null;
  readonly documents: readonly string[];
  readonly damaged: boolean | null;
  readonly damageNotes: string | null;
  readonly accidentHistory: boolean | null;
  readonly tyres:
    readonly { readonly axle: number; readonly size: string; readonly treadMm: number }[] | null;
}

interface DemoPeriod {
  readonly from: string;
  readonly to: string;
}

export interface DemoHours {
  readonly timeZone: string;
  readonly monday: DemoPeriod[];
  readonly tuesday: DemoPeriod[];
  readonly wednesday: DemoPeriod[];
  readonly thursday: DemoPeriod[];
  readonly friday: DemoPeriod[];
  readonly saturday?: DemoPeriod[];
}

export interface DemoReach {
  readonly phone: string;
  readonly whatsapp: string | null;
  readonly languages: readonly string[];
  readonly openingHours: DemoHours;
}

export interface DemoSeller {
  readonly index: number;
  readonly companyName: string;
  readonly contactName: string;
  readonly email: string;
  readonly language: DemoLanguage;
  readonly currency: string;
  readonly location: DemoPlace;
  /** Yards in other cities. The listings of a group are spread over all of them. */
  readonly branches: readonly DemoPlace[];
  readonly vatNumber: string;
  readonly about: string;
  readonly reach: DemoReach;
  readonly foundedYear: number;
  readonly verified: boolean;
  readonly plan: DemoPlan;
  /** Relative share of each vehicle class. */
  readonly mix: Weighted<DemoClass>;
  readonly stockPrefix: string;
  readonly createdAt: Date;
}

export interface DemoBuyer {
  readonly index: number;
  readonly name: string;
  readonly email: string;
  readonly country: string;
  readonly language: DemoLanguage;
  readonly currency: string;
  readonly createdAt: Date;
}

export interface DemoMessage {
  readonly from: 'buyer' | 'seller';
  readonly content: string;
  readonly sentAt: Date;
  readonly read: boolean;
}

export interface DemoConversation {
  readonly listingIndex: number;
  readonly sellerIndex: number;
  readonly buyerIndex: number;
  readonly messages: readonly DemoMessage[];
}

export interface DemoReview {
  readonly sellerIndex: number;
  readonly buyerIndex: number;
  readonly rating: number;
  readonly title: string;
  readonly text: string;
  readonly reply: string | null;
  readonly createdAt: Date;
}

interface PlanLimits {
  /** Null for no limit. */
  readonly activeListings: number | null;
  readonly featuredSlots: number;
  readonly expiryDays: number;
}

/** Limits of the plans that the demo data must respect; the plans themselves belong to billing. */
export const planLimits: Readonly<Record<DemoPlan, PlanLimits>> = {
  free: { activeListings: 5, featuredSlots: 0, expiryDays: 60 },
  starter: { activeListings: 15, featuredSlots: 1, expiryDays: 60 },
  professional: { activeListings: 60, featuredSlots: 5, expiryDays: 90 },
  premium: { activeListings: 250, featuredSlots: 20, expiryDays: 90 },
  enterprise: { activeListings: null, featuredSlots: 50, expiryDays: 180 },
};
