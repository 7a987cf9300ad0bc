/** The title, the preview and the structured data of a listing. */
import type { PageHead } from '../../shell/document.tsx';
import type { Reader } from '../../texts/reader.ts';
import { breadcrumbData, type Crumb } from '../../ui/breadcrumb.tsx';
import { pathOf } from '../../ui/vehicle-card.tsx';
import { keyFacts, technicalRows } from './facts.ts';
import { numberOf, textOf } from './values.ts';
import type { ListingDetail, ListingPageData } from './load.ts';
import { priceNoteOf } from './parts.tsx';
import { placeOf } from './place.tsx';

export function listingHead(data: ListingPageData, reader: Reader, baseUrl: string): PageHead {
  const { listing } = data;
  const image = listing.images[0];
  const facts = keyFacts(data, reader).map(({ label, value }) => `${label}: ${value}`);
  const price =
    listing.price === null || listing.currency === null
      ? reader.text('card.onRequest')
      : `${reader.money(listing.price, listing.currency)} (${reader.text(priceNoteOf(listing.commercial))})`;
  return {
    title: listing.title,
    description: [price, ...facts, placeOf(listing)].join(', '),
    path: `/listing/${listing.slug}`,
    unlisted: listing.status !== 'ACTIVE',
    category: listing.category.slug,
    image: image === undefined ? undefined : pathOf(image.sizes?.['large']?.jpeg ?? image.url),
    structured: [
      breadcrumbData(crumbsOf(listing), `${baseUrl}/${reader.language}`),
      vehicleData(data, reader, baseUrl),
    ],
  };
}

export function crumbsOf(listing: ListingDetail): readonly Crumb[] {
  const { category, subcategory, brand } = listing;
  return [
    { name: category.name, path: `/${category.slug}` },
    ...(subcategory === null
      ? []
      : [{ name: subcategory.name, path: `/${category.slug}/${subcategory.slug}` }]),
    ...(brand === null ? [] : [{ name: brand.name, path: `/${category.slug}/${brand.slug}` }]),
  ];
}

/** What of the vehicle schema.org has a word for. */
function vehicleData(
  data: ListingPageData,
  reader: Reader,
  baseUrl: string,
): Readonly<Record<string, unknown>> {
  const { listing } = data;
  const { technical, commercial, images } = listing;
  const url = `${baseUrl}/${reader.language}/listing/${listing.slug}`;
  const shown = new Map(technicalRows(data, reader).map(({ name, value }) => [name, value]));
  const unladen = numberOf(technical['curbWeightKg']);
  return {
    '@type': 'Vehicle',
    name: listing.title,
    url,
    productID: listing.id,
    description: listing.description ?? undefined,
    category: listing.subcategory?.name ?? listing.category.name,
    brand: listing.brand === null ? undefined : { '@type': 'Brand', name: listing.brand.name },
    model: listing.model ?? undefined,
    vehicleConfiguration: listing.variant ?? undefined,
    vehicleModelDate: listing.year === null ? undefined : String(listing.year),
    dateVehicleFirstRegistered: textOf(technical['firstRegistration']) ?? undefined,
    vehicleIdentificationNumber: listing.vin ?? undefined,
    mileageFromOdometer: quantity(listing.mileage, 'KMT'),
    vehicleEngine: engineOf(technical, shown),
    fuelType: shown.get('fuelType'),
    vehicleTransmission: shown.get('transmission'),
    numberOfForwardGears: numberOf(technical['gears']) ?? undefined,
    driveWheelConfiguration: textOf(technical['driveType']) ?? undefined,
    numberOfAxles: numberOf(technical['axles']) ?? undefined,
    numberOfDoors: numberOf(technical['doors']) ?? undefined,
    vehicleSeatingCapacity: numberOf(technical['seats']) ?? undefined,
    numberOfPreviousOwners: numberOf(commercial['previousOwners']) ?? undefined,
    meetsEmissionStandard: shown.get('euroStandard'),
    color: shown.get('color'),
    payload: quantity(numberOf(technical['payloadKg']), 'KGM'),
    weightTotal: quantity(numberOf(technical['grossVehicleWeightKg']), 'KGM'),
    weight: quantity(unladen, 'KGM'),
    cargoVolume: quantity(numberOf(technical['loadVolumeM3']), 'MTQ'),
    image: images.length === 0 ? undefined : images.map((image) => `${baseUrl}${pathOf(image.url)}`),
    itemCondition: `https://schema.org/${listing.condition === 'new' ? 'NewCondition' : 'UsedCondition'}`,
    offers: offerOf(listing, url),
  };
}

function offerOf(listing: ListingDetail, url: string): Readonly<Record<string, unknown>> | undefined {
  const { price, currency, commercial, seller } = listing;
  if (price === null || currency === null) return undefined;
  return {
    '@type': 'Offer',
    price,
    priceCurrency: currency,
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price,
      priceCurrency: currency,
      valueAddedTaxIncluded: commercial['vatDeductible'] !== true,
    },
    url,
    availability: `https://schema.org/${listing.status === 'ACTIVE' ? 'InStock' : 'SoldOut'}`,
    availabilityStarts: listing.publishedAt ?? undefined,
    seller: {
      '@type': 'AutoDealer',
      name: seller.companyName,
      address: { '@type': 'PostalAddress', addressLocality: seller.city, addressCountry: seller.country },
    },
  };
}

function engineOf(
  technical: Readonly<Record<string, unknown>>,
  shown: ReadonlyMap<string, string>,
): Readonly<Record<string, unknown>> | undefined {
  const power = quantity(numberOf(technical['powerKw']), 'KWT');
  const displacement = quantity(numberOf(technical['engineDisplacementCcm']), 'CMQ');
  if (power === undefined && displacement === undefined) return undefined;
  return {
    '@type': 'EngineSpecification',
    enginePower: power,
    engineDisplacement: displacement,
    fuelType: shown.get('fuelType'),
  };
}

/** @param unitCode of UN/CEFACT */
function quantity(value: number | null, unitCode: string): Readonly<Record<string, unknown>> | undefined {
  return value === null ? undefined : { '@type': 'QuantitativeValue', value, unitCode };
}
