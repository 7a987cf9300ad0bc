import {
  availabilityTypes,
  conditions,
  deliveryDays,
  documentTypes,
  priceTypes,
  serviceHistories,
  usageTypes,
  vatSchemes,
} from '../enums.ts';
import { codeOf } from './codes.ts';
import {
  allClasses,
  day,
  decimal,
  field,
  type FieldEntry,
  integer,
  machineClasses,
  member,
  moneyMax,
  oneOf,
  plateClasses,
  roadClasses,
  text,
  yesNo,
} from './spec.ts';

/** Accepts a slug or a name, and returns a slug. */
const name = text(100);
const amount = { ...decimal(0.01, moneyMax), scale: 2 } as const;
const currency = codeOf('currency');

// Words between single dots; without lookahead, which not every consumer of the API document supports.
const WORD = '[^\\s@<>"(),:;.]+';
const EMAIL = `^${WORD}(\\.${WORD})*@(\\.|\\.?${WORD}(\\.${WORD})*\\.?)$`;

/** Fields of the listing summary in the specification, and further ones at the top of the public record. */
// One field per line.
// prettier-ignore
export const coreFields = {
  title: field(allClasses, text(150, { minLength: 3 }), 'Title; composed of brand, model, variant and year if absent.', { importColumn: 'title' }),
  description: field(allClasses, text(4000, { multiline: true }), 'Free text without web addresses, email addresses, phone numbers or angle brackets.', { importColumn: 'description' }),
  category: field(allClasses, name, 'Slug of the top category, which decides which fields apply; a name or alias in any language is accepted too.', { column: 'category_id', importColumn: 'category' }),
  subcategory: field(allClasses, name, 'Slug or name of a subcategory.', { column: 'subcategory_id', importColumn: 'subcategory' }),
  brand: field(allClasses, name, 'Slug of the brand; its name or a common spelling is accepted too.', { column: 'brand_id', importColumn: 'brand' }),
  model: field(allClasses, text(50), 'Series, such as Actros.', { importColumn: 'model' }),
  variant: field(allClasses, text(50), 'Version within the series, such as 1845 LS StreamSpace.', { importColumn: 'variant' }),
  bodyType: field(allClasses, name, 'Body type: slug or name of a category.'),
  price: field(allClasses, amount, 'Headline price: net if vatDeductible is true, otherwise the full amount. Empty if on request. If the VAT is not specified, its basis is the defaultPriceBasis of the company.', { importColumn: 'price' }),
  currency: field(allClasses, currency, 'Currency of all amounts of the listing, ISO 4217.', { importColumn: 'currency' }),
  year: field(allClasses, integer(1950, 2100), 'Year of manufacture, at most two years ahead.', { importColumn: 'year' }),
  mileage: field(roadClasses, integer(0, 5_000_000, 'km'), 'Odometer reading.', { importColumn: 'mileage' }),
  condition: field(allClasses, oneOf(conditions), 'Condition; used if absent.', { importColumn: 'condition' }),
  features: field(allClasses, { kind: 'textList', maxItems: 100, maxLength: 100 }, 'Feature codes; names in any language are accepted too.', { importColumn: 'features' }),
  country: field(allClasses, codeOf('country'), 'Country, ISO 3166-1 alpha-2.', { within: 'location', importColumn: 'country' }),
  region: field(allClasses, text(80), 'Region or state.', { within: 'location', importColumn: 'region' }),
  city: field(allClasses, text(80), 'City.', { within: 'location', importColumn: 'city' }),
  postalCode: field(allClasses, text(12), 'Postal code.', { within: 'location', importColumn: 'postal_code' }),
  lat: field(allClasses, decimal(-90, 90, '°'), 'Latitude, WGS 84; only together with the longitude.', { within: 'location', importColumn: 'lat' }),
  lng: field(allClasses, decimal(-180, 180, '°'), 'Longitude, WGS 84; only together with the latitude.', { within: 'location', importColumn: 'lng' }),
  videoUrl: field(allClasses, text(500, { pattern: '^https?://[^\\s<>"]+$', patternHint: 'an http or https address' }), 'URL of a video.', { importColumn: 'video_url' }),
  contentLanguage: field(allClasses, text(2, { minLength: 2, pattern: '^[a-z]{2}$', patternHint: 'an ISO 639-1 code such as en', fold: 'lower' }), 'Language of title and description, ISO 639-1.'),
  translations: field(allClasses, { kind: 'objectMap', maxItems: 30, keyPattern: '^[a-z]{2}$', members: {
    title: member(text(150, { minLength: 3 }), 'Title in this language.'),
    description: member(text(4000, { multiline: true }), 'Description in this language.'),
  } }, 'Title and description by ISO 639-1 language code.'),
  contact: field(allClasses, { kind: 'object', members: {
    name: member(text(100), 'Name.', { importColumn: 'contact_name' }),
    phone: member(text(25, { pattern: '^\\+?[0-9][0-9 ()/.-]{4,23}$', patternHint: 'a phone number such as +49 40 1234567' }), 'Phone number.', { importColumn: 'contact_phone' }),
    email: member(text(254, { pattern: EMAIL, patternHint: 'an email address' }), 'Email address.', { importColumn: 'contact_email', visibility: 'owner' }),
    memberId: member(text(60), 'Team member who is the contact for this listing.', { visibility: 'owner' }),
  } }, 'Contact for this listing; the seller profile if absent.'),
} satisfies Record<string, FieldEntry>;

/** Price terms, history and availability: the `commercial` group of the public detail. */
// One field per line.
// prettier-ignore
export const commercialFields = {
  priceType: field(allClasses, oneOf(priceTypes), 'Kind of price: fixed if absent; on_request has no price.', { importColumn: 'price_type' }),
  priceNet: field(allClasses, amount, 'Price without VAT. If it is the only price, it sets price and vatDeductible.'),
  priceGross: field(allClasses, amount, 'Price with VAT. If it is the only price, it sets price and vatDeductible.'),
  vatRate: field(allClasses, { ...decimal(0, 50, '%'), scale: 2 }, 'VAT rate; default: the standard rate of your country.', { importColumn: 'vat_rate' }),
  vatDeductible: field(allClasses, yesNo, 'The buyer may deduct the VAT, so price is net.', { importColumn: 'vat_deductible' }),
  vatScheme: field(allClasses, oneOf(vatSchemes), 'VAT scheme: standard if absent; margin has no separate VAT.'),
  leasing: field(allClasses, { kind: 'object', members: {
    monthly: member(amount, 'Monthly rate.', { required: true }),
    currency: member(currency, 'Currency of the rate; that of the listing if absent.'),
    months: member(integer(1, 240, 'months'), 'Term.'),
    deposit: member({ ...decimal(0, moneyMax), scale: 2 }, 'First payment.'),
  } }, 'Leasing offer.', { whole: true }),
  rentable: field(allClasses, yesNo, 'The vehicle is also available for rent.'),
  usageType: field(allClasses, oneOf(usageTypes), 'Previous use, in addition to the condition.'),
  damaged: field(allClasses, yesNo, 'Has unrepaired damage.', { importColumn: 'damaged' }),
  accidentHistory: field(allClasses, yesNo, 'Has been in an accident, whether repaired or not.', { importColumn: 'accident_history' }),
  damageNotes: field(allClasses, text(1000, { multiline: true }), 'Known damage and repairs, under the same rules as the description.'),
  roadworthy: field(allClasses, yesNo, 'For damaged vehicles: can be driven.'),
  previousOwners: field(roadClasses, integer(0, 99), 'Number of previous owners.', { importColumn: 'previous_owners' }),
  serviceHistory: field(allClasses, oneOf(serviceHistories), 'Completeness of the service records.', { importColumn: 'service_history' }),
  documents: field(allClasses, { kind: 'textList', maxItems: 8, maxLength: 40, values: documentTypes }, 'Documents that the buyer receives; vehicle_history: damage and repairs are documented.'),
  warrantyMonths: field(allClasses, integer(1, 99, 'months'), 'Warranty.', { importColumn: 'warranty_months' }),
  availability: field(allClasses, { kind: 'object', members: {
    type: member(oneOf(availabilityTypes), 'Immediately, from a date, or a number of days after the order.', { required: true }),
    date: member(day, 'First day of availability; with from_date only.'),
    days: member(oneOf(deliveryDays), 'Delivery time in days; with order only.'),
  } }, 'Availability of the vehicle.', { whole: true }),
} satisfies Record<string, FieldEntry>;

/** These are not public without a further rule. */
// One field per line.
// prettier-ignore
export const privateFields = {
  externalId: field(allClasses, text(40, { minLength: 1 }), "Stock number of the seller; any text, such as LKW 12/24, unique per seller. Imports use it as the key.", { importColumn: 'external_id', visibility: 'owner' }),
  vin: field(plateClasses, text(17, { minLength: 17, pattern: '^[A-HJ-NPR-Z0-9]{17}$', patternHint: '17 letters and digits without I, O and Q', fold: 'upper' }), 'Vehicle identification number, public only with vinPublic.', { importColumn: 'vin', visibility: 'chosen' }),
  serialNumber: field(machineClasses, text(40, { minLength: 1 }), 'Serial number of a machine, public only with vinPublic.', { importColumn: 'serial_number', visibility: 'chosen' }),
  vinPublic: field(allClasses, yesNo, 'Makes the VIN or serial number public.', { visibility: 'chosen' }),
  dealerPrice: field(allClasses, amount, 'Price for other dealers, visible to sellers only; must not exceed the price.', { visibility: 'dealers' }),
} satisfies Record<string, FieldEntry>;
