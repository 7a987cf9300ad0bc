import { beforeAll, describe, expect, it } from 'vitest';
import { seedBrands } from '../taxonomy/seed/brands.ts';
import { seedCategories } from '../taxonomy/seed/categories.ts';
import { seedFeatures } from '../taxonomy/seed/features.ts';
import {
  countryOf,
  type DemoListing,
  generateListings,
  generateMarket,
  planLimits,
} from '@fifthwheel/demo-market';
import { world } from './world.ts';

const now = new Date('2026-06-15T10:00:00Z');
const options = { seed: 42, sellers: 25, buyers: 40, listings: 2000, now, world };
let market: ReturnType<typeof generateMarket>;
/** The demo data and the start of the synthetic listings after it. */
let listings: DemoListing[];

beforeAll(() => {
  market = generateMarket(options);
  const furtherListings = generateListings({
    seed: 42,
    count: 4000,
    startIndex: 2000,
    sellers: market.sellers,
    now,
    world,
  });
  listings = [...market.listings, ...furtherListings];
});

const offenders = (isWrong: (listing: DemoListing) => boolean): string[] =>
  listings.filter(isWrong).map((listing) => `${listing.index} ${listing.title}`);

const share = (isMeant: (listing: DemoListing) => boolean): number =>
  market.listings.filter(isMeant).length / market.listings.length;

describe('determinism', () => {
  it('gives the same market for the same options, another for another seed', () => {
    expect(generateMarket(options)).toEqual(market);
    expect(generateMarket({ ...options, seed: 43 }).listings[0]).not.toEqual(market.listings[0]);
  });

  it('gives a listing of the sequence without those before it', () => {
    const [alone] = generateListings({
      seed: 42,
      count: 1,
      startIndex: 5_000,
      sellers: market.sellers,
      now,
      world,
    });
    expect(alone).toEqual(listings[5_000]);
  });

  it('creates nothing before it is called', () => {
    const endless = generateListings({
      seed: 1,
      count: 1e12,
      startIndex: 0,
      sellers: market.sellers,
      now,
      world,
    });
    expect(endless.next().value?.index).toBe(0);
  });
});

describe('identity', () => {
  it('repeats no VIN, serial number or stock number', () => {
    for (const numbers of [
      listings.flatMap((listing) => listing.vin ?? []),
      listings.flatMap((listing) => listing.serialNumber ?? []),
      listings.map((listing) => listing.externalId),
    ]) {
      expect(new Set(numbers).size).toBe(numbers.length);
    }
  });

  it('writes them in their alphabets, a VIN for the road and a serial number for machines', () => {
    expect(offenders((l) => l.vin !== null && !/^[A-HJ-NPR-Z0-9]{17}$/.test(l.vin))).toEqual([]);
    expect(offenders((l) => !/^[A-Za-z0-9_-]{1,40}$/.test(l.externalId))).toEqual([]);
    expect(offenders((l) => (l.vin === null) === (l.serialNumber === null))).toEqual([]);
    expect(offenders((l) => (l.vehicleClass === 'CM') !== (l.vin === null))).toEqual([]);
  });
});

describe('taxonomy', () => {
  it('files every listing under a leaf of its class', () => {
    const bySlug = new Map(seedCategories.map((category) => [category.slug, category]));
    const isMisfiled = (l: DemoListing): boolean => {
      const leaf = bySlug.get(l.subcategory);
      return leaf?.parent !== l.category || leaf.class !== l.vehicleClass || !leaf.active;
    };
    expect(offenders(isMisfiled)).toEqual([]);
  });

  it('names brands that sell the class, and series that the brand has', () => {
    const bySlug = new Map(seedBrands.map((brand) => [brand.slug, brand]));
    expect(offenders((l) => bySlug.get(l.brand)?.classes.includes(l.vehicleClass) !== true)).toEqual([]);
    const unnamed = /^\d+ t$/;
    expect(
      offenders((l) => !unnamed.test(l.model) && bySlug.get(l.brand)?.models.includes(l.model) !== true),
    ).toEqual([]);
  });

  it('gives features of the class, none twice', () => {
    const byCode = new Map(seedFeatures.map((feature) => [feature.code, feature]));
    expect(
      offenders((l) =>
        l.features.some((code) => byCode.get(code)?.classes.includes(l.vehicleClass) !== true),
      ),
    ).toEqual([]);
    expect(offenders((l) => new Set(l.features).size !== l.features.length)).toEqual([]);
  });
});

describe('rules across fields', () => {
  const isTowed = (l: DemoListing): boolean => l.vehicleClass === 'ST' || l.vehicleClass === 'TL';

  it('leaves new vehicles unused and used ones registered', () => {
    expect(
      offenders(
        (l) =>
          l.condition === 'new' &&
          ((l.mileage ?? 0) >= 1000 ||
            (l.previousOwners ?? 0) !== 0 ||
            l.firstRegistration !== null ||
            (l.operatingHours ?? 0) > 20 ||
            l.year < 2025),
      ),
    ).toEqual([]);
    expect(offenders((l) => l.condition !== 'new' && l.mileage !== null && l.mileage <= 0)).toEqual([]);
    expect(
      offenders((l) => l.condition !== 'new' && l.vehicleClass !== 'CM' && l.firstRegistration === null),
    ).toEqual([]);
  });

  it('registers after making and before now', () => {
    const isLate = (l: DemoListing): boolean =>
      l.firstRegistration !== null &&
      (l.firstRegistration > '2026-06' || !/^\d{4}-(0[1-9]|1[0-2])$/.test(l.firstRegistration));
    expect(offenders(isLate)).toEqual([]);
    const lead = (l: DemoListing): number => Number(l.firstRegistration?.slice(0, 4)) - l.year;
    expect(offenders((l) => l.firstRegistration !== null && ![0, 1].includes(lead(l)))).toEqual([]);
    expect(offenders((l) => l.year > 2026)).toEqual([]);
  });

  it('gives trailers no engine', () => {
    const engine = [
      'mileage',
      'fuelType',
      'transmission',
      'driveType',
      'euroStandard',
      'powerKw',
      'gears',
    ] as const;
    expect(offenders((l) => isTowed(l) && engine.some((field) => l[field] !== null))).toEqual([]);
    expect(offenders((l) => isTowed(l) && (l.axles === null || l.grossVehicleWeightKg === null))).toEqual([]);
  });

  it('counts machines in hours and road vehicles in kilometres', () => {
    expect(offenders((l) => (l.vehicleClass === 'CM') !== (l.operatingHours !== null))).toEqual([]);
    expect(offenders((l) => (l.vehicleClass === 'CM' || isTowed(l)) !== (l.mileage === null))).toEqual([]);
  });

  it('gives the emission standard of the year, and none to electric ones', () => {
    const since: Readonly<Record<string, number>> = {
      euro4: 2006,
      euro5: 2006,
      eev: 2009,
      euro6: 2013,
      euro6d: 2020,
      euro6e: 2022,
    };
    expect(offenders((l) => l.euroStandard !== null && l.year < (since[l.euroStandard] ?? 0))).toEqual([]);
    expect(offenders((l) => l.euroStandard === 'euro3' && l.year > 2005)).toEqual([]);
    expect(offenders((l) => l.fuelType === 'electric' && l.euroStandard !== null)).toEqual([]);
    expect(
      offenders(
        (l) =>
          ['TU', 'TR', 'VA'].includes(l.vehicleClass) && l.fuelType !== 'electric' && l.euroStandard === null,
      ),
    ).toEqual([]);
  });

  it('carries no more than gross less unladen weight', () => {
    const room = (l: DemoListing): number => (l.grossVehicleWeightKg ?? 0) - (l.curbWeightKg ?? 0);
    expect(offenders((l) => l.payloadKg !== null && (l.payloadKg > room(l) || l.payloadKg <= 0))).toEqual([]);
  });

  it('says the same in features and in fields', () => {
    const differs = (l: DemoListing): boolean =>
      l.features.includes('retarder') !== (l.retarder === 'retarder' || l.retarder === 'intarder');
    expect(offenders(differs)).toEqual([]);
    expect(
      offenders(
        (l) =>
          l.driveType !== null &&
          l.axles !== null &&
          l.vehicleClass !== 'BU' &&
          Number(l.driveType[0]) !== 2 * l.axles,
      ),
    ).toEqual([]);
    expect(offenders((l) => l.subcategory.startsWith('refrigerated') && l.cooling === null)).toEqual([]);
  });

  it('prices in the money of the place, net or under the margin scheme', () => {
    expect(
      offenders((l) => l.currency !== 'EUR' && l.currency !== countryOf(l.location.country).currency),
    ).toEqual([]);
    expect(offenders((l) => (l.priceType === 'on_request') !== (l.price === null))).toEqual([]);
    expect(offenders((l) => l.price !== null && (l.price <= 0 || !Number.isInteger(l.price)))).toEqual([]);
    expect(offenders((l) => l.vatDeductible !== (l.vatRate !== null))).toEqual([]);
    expect(offenders((l) => l.vatDeductible === (l.vatScheme === 'margin'))).toEqual([]);
  });
});

describe('texts', () => {
  it('keeps title and description within bounds', () => {
    expect(offenders((l) => l.title.length > 120 || l.title.length < 5)).toEqual([]);
    expect(offenders((l) => l.description.length > 4000 || l.description.length < 80)).toEqual([]);
    expect(offenders((l) => l.title !== l.title.trim() || l.title.includes('  '))).toEqual([]);
  });

  it('leaves no gap open and names no contact', () => {
    expect(offenders((l) => /[{}<>@]|null|undefined|NaN| ,| \.(?!\d)/.test(l.title + l.description))).toEqual(
      [],
    );
    expect(offenders((l) => /https?:|www\.|\.(?:com|de|eu)\b/i.test(l.description))).toEqual([]);
    expect(offenders((l) => /(?:\+|(?<!\d )\b0)\d[\d /-]{6,}/.test(l.description))).toEqual([]);
  });

  it('is written in five languages, each for a fair part', () => {
    for (const language of ['en', 'de', 'fr', 'pl', 'nl']) {
      expect(
        listings.filter((l) => l.descriptionLanguage === language).length / listings.length,
      ).toBeGreaterThan(0.03);
    }
    expect(new Set(market.listings.map((l) => l.description)).size).toBeGreaterThan(1950);
  });
});

describe('distribution', () => {
  const ranked = (values: readonly string[]): number[] => {
    const counts = new Map<string, number>();
    for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
    return [...counts.values()].toSorted((a, b) => b - a);
  };

  it('spreads brands by Zipf: count falls with rank on a straight line in logarithms', () => {
    const counts = ranked(listings.map((l) => l.brand)).slice(0, 40);
    const points = counts.map((count, index) => [Math.log(index + 1), Math.log(count)] as const);
    const mean = (pick: 0 | 1): number => points.reduce((sum, point) => sum + point[pick], 0) / points.length;
    const [mx, my] = [mean(0), mean(1)];
    const covariance = points.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0);
    const slope = covariance / points.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
    const correlation =
      covariance /
      Math.sqrt(
        points.reduce((s, [x]) => s + (x - mx) ** 2, 0) * points.reduce((s, [, y]) => s + (y - my) ** 2, 0),
      );
    expect(slope).toBeGreaterThan(-1.6);
    expect(slope).toBeLessThan(-0.7);
    expect(correlation).toBeLessThan(-0.93);
    expect(new Set(listings.map((l) => l.brand)).size).toBeGreaterThan(70);
  });

  it('shows every class and mostly live listings', () => {
    for (const vehicleClass of ['TU', 'TR', 'VA', 'ST', 'TL', 'BU', 'CM']) {
      expect(
        share((l) => l.vehicleClass === vehicleClass),
        vehicleClass,
      ).toBeGreaterThan(0.02);
    }
    expect(share((l) => l.status === 'ACTIVE')).toBeGreaterThan(0.83);
    for (const status of ['DRAFT', 'PAUSED', 'SOLD', 'EXPIRED']) {
      expect(
        share((l) => l.status === status),
        status,
      ).toBeGreaterThan(0.005);
    }
    expect(share((l) => l.condition === 'new')).toBeGreaterThan(0.04);
  });

  it('asks less for the older of the same kind', () => {
    const average = (from: number, to: number): number => {
      const prices = listings.flatMap((l) =>
        l.subcategory === 'standard-tractor-units' && l.currency === 'EUR' && l.year >= from && l.year <= to
          ? (l.price ?? [])
          : [],
      );
      return prices.reduce((sum, price) => sum + price, 0) / prices.length;
    };
    expect(average(2023, 2024)).toBeGreaterThan(1.4 * average(2018, 2019));
    expect(average(2018, 2019)).toBeGreaterThan(1.4 * average(2012, 2013));
  });
});

describe('sellers and time', () => {
  it('has sellers of at least twelve countries and every plan, each with a distinct name', () => {
    expect(new Set(market.sellers.map((seller) => seller.location.country)).size).toBeGreaterThanOrEqual(12);
    expect(new Set(market.sellers.map((seller) => seller.plan)).size).toBe(5);
    expect(new Set(market.sellers.map((seller) => seller.companyName)).size).toBe(25);
    expect(new Set(market.sellers.map((seller) => seller.email)).size).toBe(25);
    expect(new Set(market.buyers.map((buyer) => buyer.email)).size).toBe(40);
    expect(market.sellers.filter((seller) => /[{}]/.test(seller.about))).toEqual([]);
  });

  it('keeps sellers of a large market apart too', () => {
    const { sellers } = generateMarket({ ...options, sellers: 300, buyers: 0, listings: 0 });
    expect(new Set(sellers.map((seller) => seller.companyName)).size).toBe(300);
  });

  it.each([0, 10, 400, 2000])(
    'keeps %i listings within the plans, featured ones within their slots',
    (count) => {
      const { sellers, listings: stock } = generateMarket({ ...options, listings: count });
      expect(stock).toHaveLength(count);
      for (const seller of sellers) {
        const held = stock.filter((listing) => listing.sellerIndex === seller.index);
        const limits = planLimits[seller.plan];
        expect(held.length, seller.plan).toBeLessThanOrEqual(limits.activeListings ?? Infinity);
        const featured = held.filter((listing) => listing.featured);
        expect(featured.length).toBeLessThanOrEqual(limits.featuredSlots);
        expect(featured.every((listing) => listing.status === 'ACTIVE')).toBe(true);
      }
    },
  );

  it('rejects more listings than the plans allow', () => {
    const withoutGroups = market.sellers.filter((seller) => seller.plan !== 'enterprise').length;
    expect(withoutGroups).toBeLessThan(25);
    expect(() => generateMarket({ ...options, sellers: 0, listings: 1 })).toThrow('do not allow');
  });

  it('sends mass listings to sellers without a limit', () => {
    const plans = new Set(listings.slice(2000).map((l) => market.sellers[l.sellerIndex]!.plan));
    expect([...plans]).toEqual(['enterprise']);
  });

  it('is in a city of the seller', () => {
    expect(
      offenders(
        (l) =>
          !market.sellers[l.sellerIndex]!.branches.some(
            (branch) => branch === l.location || branch.city === l.location.city,
          ),
      ),
    ).toEqual([]);
  });

  it('keeps the order of time: created, published, sold before now; expiry after now for what is live', () => {
    const isWrong = (l: DemoListing): boolean => {
      const [created, published, expires] = [l.createdAt, l.publishedAt ?? l.createdAt, l.expiresAt];
      if (created > published || published > now) return true;
      if ((l.status === 'DRAFT') !== (l.publishedAt === null)) return true;
      if ((l.status === 'SOLD') !== (l.soldAt !== null)) return true;
      if (l.soldAt !== null && (l.soldAt < published || l.soldAt > now)) return true;
      if (l.status === 'EXPIRED') return expires === null || expires >= now;
      return expires !== null && expires <= now;
    };
    expect(offenders(isWrong)).toEqual([]);
    expect(offenders((l) => l.createdAt < market.sellers[l.sellerIndex]!.createdAt)).toEqual([]);
    expect(offenders((l) => l.views < 0 || (l.status === 'DRAFT' && l.views > 0))).toEqual([]);
  });
});
