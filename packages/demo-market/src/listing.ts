import { countryOf } from './countries.ts';
import { serialNumberFor, stockNumberFor, vinFor } from './identifiers.ts';
import {
  planLimits,
  type DemoClass,
  type DemoLanguage,
  type DemoListing,
  type DemoSeller,
  type DemoStatus,
} from './records.ts';
import { drawEvidence } from './evidence.ts';
import { drawPrice } from './price.ts';
import { Random, weightedKeys } from './random.ts';
import { drawBus } from './vehicles/bus.ts';
import { drawFeatures } from './vehicles/equipment.ts';
import { drawMachine } from './vehicles/machine.ts';
import { drawMotorVehicle } from './vehicles/motor-vehicle.ts';
import { drawTowedVehicle } from './vehicles/towed-vehicle.ts';
import type { Vehicle } from './vehicles/vehicle.ts';
import { writeDescription, writeTitle } from './wording.ts';
import type { World } from './world.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

const statuses = weightedKeys<DemoStatus>({ ACTIVE: 88, SOLD: 4, PAUSED: 3, DRAFT: 3, EXPIRED: 2 });

const colors = weightedKeys<string>({
  white: 48,
  blue: 12,
  grey: 9,
  red: 9,
  silver: 8,
  yellow: 4,
  green: 4,
  black: 4,
  orange: 2,
});
const machineColors = weightedKeys<string>({ yellow: 75, orange: 12, white: 5, grey: 5, green: 3 });

/**
 * Share of listings in English, by the dealer's language: dealers whose language few buyers read write part of
 * their stock in English.
 */
const englishShare: Readonly<Record<DemoLanguage, number>> = { en: 1, de: 0.12, fr: 0.25, pl: 0.35, nl: 0.5 };

function drawVehicle(random: Random, vehicleClass: DemoClass, now: Date, world: World): Vehicle {
  switch (vehicleClass) {
    case 'TU':
    case 'TR':
    case 'VA':
      return drawMotorVehicle(random, vehicleClass, now, world);
    case 'ST':
    case 'TL':
      return drawTowedVehicle(random, vehicleClass, now);
    case 'BU':
      return drawBus(random, now, world);
    case 'CM':
      return drawMachine(random, now, world);
  }
}

type Lifecycle = Pick<DemoListing, 'status' | 'createdAt' | 'publishedAt' | 'expiresAt' | 'soldAt' | 'views'>;

/**
 * Draws when the listing was created, published, sold and viewed. Only the expiry of a live listing is after
 * `now`.
 */
function drawLifecycle(random: Random, expiryDays: number, now: Date): Lifecycle {
  const status = statuses.draw(random);
  const before = (days: number): Date => new Date(now.getTime() - Math.round(days * dayMs));
  if (status === 'DRAFT') {
    const createdAt = before(random.unit() * 20);
    return { status, createdAt, publishedAt: null, expiresAt: null, soldAt: null, views: 0 };
  }
  const onlineDays =
    status === 'EXPIRED'
      ? expiryDays + 1 + random.unit() * 40
      : 0.1 + (random.waiting(24) % (expiryDays - 1));
  const publishedAt = before(onlineDays);
  const expiresAt = new Date(publishedAt.getTime() + expiryDays * dayMs);
  const createdAt = new Date(publishedAt.getTime() - random.integer(2, 2_000) * minuteMs);
  const soldAt = status === 'SOLD' ? before(onlineDays * random.unit()) : null;
  const seenDays = Math.min(onlineDays, expiryDays);
  const views = Math.round(seenDays * 7 * Math.exp(0.8 * random.bell()));
  return { status, createdAt, publishedAt, expiresAt, soldAt, views };
}

export interface ListingOptions {
  readonly seed: number;
  readonly index: number;
  readonly seller: DemoSeller;
  readonly now: Date;
  readonly world: World;
}

/** Generates a listing. The same options always return the same one. */
export function generateListing({ seed, index, seller, now, world }: ListingOptions): DemoListing {
  const random = new Random(seed, 'listing', index);
  const location = random.pick(seller.branches);
  const country = countryOf(location.country);
  const vehicle = drawVehicle(random, seller.mix.draw(random), now, world);
  const features = drawFeatures(random, vehicle);
  const ownLanguage = country.language;
  const language: DemoLanguage = random.chance(englishShare[ownLanguage]) ? 'en' : ownLanguage;
  const { life, vehicleClass } = vehicle;
  const isNew = life.condition === 'new';
  const hasPlate = vehicleClass !== 'CM';
  const hasOwners = hasPlate && vehicleClass !== 'ST' && vehicleClass !== 'TL';
  const modelCode = vehicle.variant ?? vehicle.model;
  const listing = {
    index,
    sellerIndex: seller.index,
    vehicleClass,
    title: writeTitle(random, vehicle, features, language),
    category: vehicle.category,
    subcategory: vehicle.subcategory,
    brand: vehicle.brand,
    model: vehicle.model,
    variant: vehicle.variant,
    description: writeDescription(random, vehicle, features, { language, city: location.city }),
    descriptionLanguage: language,
    ...drawPrice(random, vehicle, country),
    year: life.year,
    firstRegistration: hasPlate ? life.inUseSince : null,
    mileage: vehicle.mileage,
    operatingHours: vehicle.operatingHours,
    condition: life.condition,
    previousOwners: hasOwners
      ? isNew
        ? 0
        : Math.min(6, 1 + Math.floor(random.waiting(life.ageYears / 9)))
      : null,
    serviceHistory: isNew
      ? null
      : features.includes('full_service_history')
        ? 'full'
        : random.chance(0.3)
          ? 'partial'
          : null,
    color: (vehicleClass === 'CM' ? machineColors : colors).draw(random),
    features,
    location,
    vin: hasPlate ? vinFor(index, vehicle.brand, modelCode, life.year) : null,
    serialNumber: hasPlate ? null : serialNumberFor(index, vehicle.brand),
    externalId: stockNumberFor(index, seller.stockPrefix),
    featured: false,
    ...drawLifecycle(random, planLimits[seller.plan].expiryDays, now),
    ...vehicle.technical,
  } as const;
  const { serviceHistory } = listing;
  const evidence = new Random(seed, 'evidence', index);
  return { ...listing, ...drawEvidence(evidence, { vehicle, serviceHistory, language, now }) };
}
