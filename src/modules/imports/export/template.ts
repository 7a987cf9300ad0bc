import { csvLine } from '@fifthwheel/text/csv-reader';
import { OWN_COLUMNS } from '../presets/own.ts';
import { xmlDocumentEnd, xmlDocumentStart, xmlListing } from './own-xml.ts';

const EXAMPLES: readonly Readonly<Record<string, string>>[] = [
  {
    external_id: 'A-1001',
    category: 'tractor-units',
    subcategory: 'standard-tractor-units',
    brand: 'mercedes-benz',
    model: 'Actros',
    variant: '1845 LS StreamSpace',
    description: 'First hand, full service history.',
    condition: 'used',
    price: '45900.00',
    price_type: 'negotiable',
    currency: 'EUR',
    vat_deductible: 'true',
    vat_rate: '19',
    year: '2019',
    first_registration: '2019-06',
    mileage: '420000',
    fuel_type: 'diesel',
    transmission: 'automatic',
    drive_type: '4x2',
    euro_standard: 'euro6',
    power_kw: '330',
    axles: '2',
    gross_weight_kg: '18000',
    cab_type: 'high_sleeper',
    color: 'white',
    retarder: 'intarder',
    features: 'retarder|cruise_control|parking_air_conditioning',
    country: 'DE',
    city: 'Hamburg',
    status: 'draft',
  },
  {
    external_id: 'T-2044',
    category: 'semi-trailers',
    subcategory: 'curtainsider-semi-trailers',
    brand: 'schmitz-cargobull',
    model: 'S.CS',
    condition: 'used',
    price: '18750.00',
    currency: 'EUR',
    vat_deductible: 'true',
    vat_rate: '19',
    year: '2018',
    axles: '3',
    gross_weight_kg: '39000',
    features: 'code_xl|pallet_box',
    country: 'DE',
    city: 'Münster',
    status: 'draft',
  },
];

export function templateCsv(): string {
  const lines = EXAMPLES.map((example) => csvLine(OWN_COLUMNS.map((column) => example[column] ?? '')));
  return `\ufeff${csvLine(OWN_COLUMNS)}${lines.join('')}`;
}

export function templateXml(): string {
  const listings = EXAMPLES.map((example) => xmlListing(new Map(Object.entries(example))));
  return `${xmlDocumentStart()}${listings.join('')}${xmlDocumentEnd()}`;
}
