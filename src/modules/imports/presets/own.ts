import { entryOf } from '@fifthwheel/text/entry-of';
import { bodyPath, fields, importColumns } from '../../listings/index.ts';
import { catalogueRule, fieldOf, fieldRule, type ColumnRule } from './column-rule.ts';
import type { DraftBuilder } from './draft.ts';
import { priceColumnOf } from './price-headers.ts';
import { currencyRule, priceCellRule, vatRule } from './price-rules.ts';
import type { Preset } from './preset.ts';
import {
  brandRule,
  categoryRule,
  featuresRule,
  imagesRule,
  listingIdRule,
  reportRule,
  statusRule,
  subcategoryRule,
  REPORT_COLUMNS,
} from './shared-rules.ts';

/** Header names of the most common columns in German, French, Dutch, Polish, Spanish and Italian. */
// prettier-ignore
const WORDS: Readonly<Record<string, string>> = {
  external_id: 'stock number, stock no, stock id, stocknumber, sku, bestandsnummer, interne nummer, lagernummer, fahrzeugnummer, numéro de stock, référence, voorraadnummer, numer magazynowy, número de stock, referencia, numero di stock, riferimento',
  category: 'kategorie, fahrzeugart, catégorie, categorie, kategoria, categoría, categoria',
  subcategory: 'unterkategorie, aufbau, aufbauart, sous-catégorie, carrosserie, subcategorie, opbouw, podkategoria, zabudowa, subcategoría, carrocería, sottocategoria, allestimento',
  brand: 'make, manufacturer, marke, hersteller, marque, merk, marka, producent, marca, fabricante, produttore',
  model: 'modell, modèle, modelo, modello',
  variant: 'variante, version, ausführung, uitvoering, wersja, versión, versione',
  title: 'titel, überschrift, titre, tytuł, título, titolo',
  description: 'beschreibung, bemerkung, omschrijving, opis, descripción, descrizione',
  condition: 'zustand, état, staat, stan, estado, stato',
  price: 'preis, verkaufspreis, vk preis, selling price, asking price, prix, prix de vente, prijs, vraagprijs, verkoopprijs, cena, cena sprzedaży, precio, precio de venta, prezzo, prezzo di vendita, preço, pris',
  price_net: 'nettopreis, netto preis, preis netto, net price, price net, prix ht, cena netto, prijs excl btw, precio neto, prezzo netto',
  price_gross: 'bruttopreis, brutto preis, preis brutto, gross price, price gross, prix ttc, cena brutto, prijs incl btw, prezzo lordo',
  vat_deductible: 'mwst ausweisbar, vat reclaimable, tva récupérable, btw verrekenbaar',
  vat_scheme: 'differenzbesteuert, margin scheme, margeregeling',
  currency: 'währung, devise, valuta, waluta, moneda',
  vat_rate: 'mwst, mwst satz, vat, taux de tva, btw, vat %, iva',
  year: 'baujahr, year of manufacture, année, année de construction, bouwjaar, rok, rok produkcji, año, anno',
  first_registration: 'erstzulassung, ez, first reg, première immatriculation, eerste toelating, data pierwszej rejestracji, pierwsza rejestracja, primera matriculación, prima immatricolazione',
  mileage: 'km, km stand, kilometer, kilometerstand, laufleistung, odometer, kilométrage, tellerstand, przebieg, kilometraje, kilómetros, chilometraggio',
  operating_hours: 'betriebsstunden, stunden, hours, heures, uren, motogodziny, horas, ore',
  vin: 'fin, fahrgestellnummer, fahrzeugidentnummer, chassis number, numéro de châssis, chassisnummer, numer vin, bastidor, numero di telaio',
  fuel_type: 'kraftstoff, kraftstoffart, fuel, treibstoff, carburant, énergie, brandstof, paliwo, combustible, carburante',
  transmission: 'getriebe, getriebeart, gearbox, boîte, boîte de vitesses, versnellingsbak, transmissie, skrzynia biegów, caja de cambios, cambio',
  drive_type: 'antrieb, achsformel, radformel, axle configuration, configuration des essieux, aandrijving, asconfiguratie, napęd, układ osi, tracción, trazione',
  euro_standard: 'abgasnorm, schadstoffklasse, emission class, emission standard, euronorm, norme euro, emissieklasse, norma emisji, norma euro, classe euro',
  power_kw: 'leistung kw, kw, puissance kw, vermogen kw, moc kw, potencia kw, potenza kw',
  power_hp: 'leistung ps, ps, hp, puissance ch, pk, vermogen pk, moc km, potencia cv, cv',
  axles: 'achsen, achszahl, essieux, assen, osie, liczba osi, ejes, assi',
  gross_weight_kg: 'gesamtgewicht, zul gesamtgewicht, zulässiges gesamtgewicht, zgg, gvw, gvwr, gross weight, ptac, totaalgewicht, dmc, pma, peso total, massa complessiva',
  curb_weight_kg: 'leergewicht, kerb weight, unladen weight, poids à vide, leeggewicht, masa własna, tara',
  payload_kg: 'nutzlast, payload, charge utile, laadvermogen, ładowność, carga útil, portata',
  cab_type: 'kabine, fahrerhaus, führerhaus, cabine, cab, kabina, cabina',
  color: 'farbe, colour, couleur, kleur, kolor, colore',
  features: 'ausstattung, equipment, équipement, uitrusting, wyposażenie, equipamiento, accessori',
  image_urls: 'bilder, fotos, photos, image urls, picture urls, zdjęcia, imágenes, immagini, foto',
  country: 'land, pays, kraj, país, paese',
  city: 'ort, stadt, standort, ville, stad, plaats, miasto, ciudad, città',
  postal_code: 'plz, postleitzahl, zip, zip code, postcode, code postal, kod pocztowy, código postal, cap',
};

function headerWords(column: string): string[] {
  return (entryOf(WORDS, column) ?? '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

/** Columns in the order of template and export. Further columns, named like the fields, can follow. */
const LEADING_COLUMNS =
  'external_id category subcategory brand model variant title description condition price price_type currency vat_deductible ' +
  'vat_rate year first_registration mileage operating_hours vin serial_number fuel_type transmission drive_type euro_standard ' +
  'power_kw power_hp displacement_ccm gears axles gross_weight_kg curb_weight_kg payload_kg length_mm width_mm height_mm ' +
  'wheelbase_mm load_length_mm load_width_mm load_height_mm load_volume_m3 europallets cab_type bunks seats doors color ' +
  'suspension_front suspension_rear retarder hydraulics lifting_capacity_kg lifting_height_mm damaged accident_history ' +
  'previous_owners service_history warranty_months features image_urls video_url country region city postal_code lat lng ' +
  'contact_name contact_phone contact_email status';
export const OWN_COLUMNS: readonly string[] = LEADING_COLUMNS.split(' ');

const special: Readonly<Record<string, ColumnRule>> = {
  category: categoryRule('category', { required: true }),
  subcategory: subcategoryRule('subcategory'),
  brand: brandRule('brand', { required: true }),
  features: featuresRule('features'),
  price: priceCellRule('price', fieldOf('price')),
  currency: currencyRule('currency'),
  vat_rate: vatRule('vat_rate', fieldOf('vatRate')),
  vat_deductible: vatRule('vat_deductible', fieldOf('vatDeductible')),
};
const specialFurther: Readonly<Record<string, ColumnRule>> = {
  vat_scheme: vatRule('vat_scheme', fieldOf('vatScheme')),
};
const required = new Set(['external_id']);
const keptWhenEmpty = new Set(['external_id', 'condition', 'currency']);

function snake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Spellings of a field whose column has another name, or whose header lost its capitals. */
function spellings(name: string): string[] {
  return [snake(name), name.toLowerCase()];
}

const listed: readonly ColumnRule[] = importColumns.map((target) => {
  const { column, path } = target;
  const rule = special[column] ?? fieldRule(column, target);
  return {
    ...rule,
    aliases: [...spellings(path.includes('.') ? column : path), ...headerWords(column)],
    ...(required.has(column) ? { required: true as const } : {}),
    ...(keptWhenEmpty.has(column) ? { keepWhenEmpty: true as const } : {}),
  };
});

const listedFields = new Set(importColumns.map((target) => target.path.split('.')[0]));

/** Fields without a listed column, so that an export contains the whole listing. */
const further: readonly ColumnRule[] = fields
  .filter((field) => field.within === undefined && !listedFields.has(bodyPath(field)))
  .map((field) => {
    const column = snake(field.name);
    const aliases = [...spellings(field.name), ...headerWords(column)];
    const rule = specialFurther[column];
    return rule === undefined ? catalogueRule(column, field, { aliases }) : { ...rule, aliases };
  });

export const FURTHER_COLUMNS: readonly string[] = further.map((rule) => rule.column);

const all: readonly ColumnRule[] = [
  ...listed,
  ...further,
  imagesRule('image_urls', '|', {
    aliases: ['images', 'image_url', 'pictures', ...headerWords('image_urls')],
  }),
  statusRule('status'),
  listingIdRule('listing_id'),
  ...REPORT_COLUMNS.map(reportRule),
];
const first = ['category', 'subcategory', 'brand'];

export const ownPreset: Preset = {
  name: 'own',
  title: 'Fifthwheel',
  description:
    'The own format: a CSV with a header row and columns in any order, or XML with the field names of the API as elements.',
  formats: ['csv', 'xml'],
  defaults: { mode: 'upsert', publish: 'draft', delimiter: ',', currency: null },
  rules: [
    ...first.flatMap((column) => all.filter((rule) => rule.column === column)),
    ...all.filter((rule) => !first.includes(rule.column)),
  ],
  positions: OWN_COLUMNS,
  recognize: priceColumnOf,
  finish: readPriceBesideNet,
};

/** A price above the net price of the same row is the gross price. */
function readPriceBesideNet(draft: DraftBuilder): void {
  const price = draft.get('price');
  const net = draft.get('priceNet');
  if (typeof price !== 'number' || typeof net !== 'number' || price <= net) return;
  if (draft.get('vatDeductible') === false) return;
  draft.move('price', 'priceGross');
}
