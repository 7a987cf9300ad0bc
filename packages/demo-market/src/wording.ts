import { banks, type PhraseBank, themeOf } from './phrases.ts';
import type { Random } from './random.ts';
import type { DemoLanguage } from './records.ts';
import { fill } from './template.ts';
import type { Facts } from './template.ts';
import type { Vehicle } from './vehicles/vehicle.ts';

const titleLengthMax = 120;
const wornAgeYears = 11;
/** Maximum number of features in the description; the feature list has all. */
const featuresInTextMax = 9;

const euroLabels: Readonly<Record<string, string>> = {
  eev: 'EEV',
  euro3: 'Euro 3',
  euro4: 'Euro 4',
  euro5: 'Euro 5',
  euro6: 'Euro 6',
  euro6d: 'Euro 6d',
  euro6e: 'Euro 6e',
};

/** Features that sell, in the order in which titles mention them. */
const titleFeatures = [
  'retarder',
  'tail_lift',
  'parking_air_conditioning',
  'dual_fuel_tanks',
  'lift_axle',
  'quick_coupler',
  'adr',
];

/**
 * Writes a title: make and model first, then body and selling features. Example: "MAN TGL 12.250 BL Koffer,
 * LBW".
 */
export function writeTitle(
  random: Random,
  vehicle: Vehicle,
  features: readonly string[],
  language: DemoLanguage,
): string {
  const bank = banks[language];
  const body = bank.bodies[vehicle.subcategory] ?? banks.en.bodies[vehicle.subcategory] ?? '';
  const name = [vehicle.brandName, vehicle.label, vehicle.variant ?? '']
    .filter((part) => part !== '')
    .join(' ');
  const sellingFeatures = titleFeatures
    .filter((code) => features.includes(code))
    .map((code) => bank.features[code] ?? '');
  const extras = sellingFeatures.filter((text) => text !== '').slice(0, random.integer(0, 2));
  const { euroStandard } = vehicle.technical;
  if (euroStandard !== null && random.chance(0.3)) extras.push(euroLabels[euroStandard] ?? '');
  const head =
    vehicle.variant !== null && body !== '' && name.endsWith(body) ? name : `${name} ${body}`.trim();
  const title = extras.length === 0 ? head : `${head}, ${extras.join(', ')}`;
  return title.length <= titleLengthMax ? title : head.slice(0, titleLengthMax).trim();
}

function groupThousands(value: number, separator: string): string {
  const digits = String(Math.round(value));
  if (digits.length <= 3) return digits;
  const rest = digits.length - 3;
  const head =
    rest <= 3
      ? digits.slice(0, rest)
      : `${digits.slice(0, rest - 3)}${separator}${digits.slice(rest - 3, rest)}`;
  return head + separator + digits.slice(rest);
}

function factsOf(vehicle: Vehicle, city: string, bank: PhraseBank): Facts {
  const { technical, life } = vehicle;
  const grouped = (value: number | null): string | null =>
    value === null ? null : groupThousands(value, bank.thousands);
  const { powerKw, cooling } = technical;
  return {
    brand: vehicle.brandName,
    model: vehicle.label === '' ? vehicle.model : vehicle.label,
    variant: vehicle.variant ?? '',
    city,
    year: String(life.year),
    registration:
      vehicle.vehicleClass === 'CM' || life.inUseSince === null
        ? null
        : `${life.inUseSince.slice(5)}/${life.inUseSince.slice(0, 4)}`,
    mileage: grouped(vehicle.mileage),
    hours: grouped(vehicle.operatingHours),
    hp: vehicle.horsepower === null ? null : String(vehicle.horsepower),
    kw: powerKw === null ? null : String(powerKw),
    euro: technical.euroStandard === null ? null : (euroLabels[technical.euroStandard] ?? null),
    drive: technical.driveType,
    axles: technical.axles === null ? null : String(technical.axles),
    gvw: grouped(technical.grossVehicleWeightKg),
    payload: grouped(technical.payloadKg),
    seats: vehicle.vehicleClass === 'BU' && technical.seats !== null ? String(technical.seats) : null,
    standing:
      technical.standingPlaces === null || technical.standingPlaces === 0
        ? null
        : String(technical.standingPlaces),
    weight: grouped(technical.operatingWeightKg),
    length: grouped(technical.loadLengthMm),
    pallets: technical.europallets === null ? null : String(technical.europallets),
    tank: grouped(technical.tankVolumeL),
    cooler: cooling === null ? null : `${cooling.maker} ${cooling.model}`,
    coolerHours: cooling === null || life.condition === 'new' ? null : grouped(cooling.hours),
  };
}

function drawSentences(random: Random, sentences: readonly string[], count: number, facts: Facts): string[] {
  const start = random.integer(0, Math.max(0, sentences.length - 1));
  const drawn: string[] = [];
  for (let step = 0; step < sentences.length && drawn.length < count; step += 1) {
    const text = fill(sentences[(start + step) % sentences.length] ?? '', facts);
    if (text !== undefined) drawn.push(text);
  }
  return drawn;
}

/** Writes paragraphs as dealers do: vehicle, data, equipment, condition, how to buy. */
export function writeDescription(
  random: Random,
  vehicle: Vehicle,
  features: readonly string[],
  place: { readonly language: DemoLanguage; readonly city: string },
): string {
  const bank = banks[place.language];
  const facts = factsOf(vehicle, place.city, bank);
  const draw = (sentences: readonly string[], count: number): string[] =>
    drawSentences(random, sentences, count, facts);
  const { condition, ageYears } = vehicle.life;
  const isNew = condition === 'new';
  const state = condition === 'used' && ageYears > wornAgeYears ? 'worn' : condition;
  const theme = bank.theme[themeOf(vehicle.subcategory)] ?? bank.theme.plain ?? [];
  const opening = isNew ? newVehicle : bank.opening[vehicle.vehicleClass];
  const about = [...draw(opening, 1), ...draw(theme, isNew ? 0 : random.integer(1, 2))].join(' ');
  const data = random.chance(0.75) ? listFacts(random, bank.facts, facts) : '';
  const equipment = listEquipment(bank, features);
  const service = draw(bank.service, isNew || random.chance(0.4) ? 0 : 1);
  const quality = [...draw(bank.condition[state], random.integer(1, 2)), ...service].join(' ');
  const buying = [...draw(bank.commerce, random.integer(0, 2)), ...draw(bank.closing, 1)].join(' ');
  return [about, data, equipment, quality, buying].filter((paragraph) => paragraph !== '').join('\n\n');
}

const newVehicle = ['{brand} {model} {variant}, {year}.'];

/** Lists facts in the order of the bank and omits a few, because no dealer fills in everything. */
function listFacts(random: Random, sentences: readonly string[], facts: Facts): string {
  let list = '';
  for (const sentence of sentences) {
    const text = fill(sentence, facts);
    if (text !== undefined && random.chance(0.85)) list += list === '' ? `- ${text}` : `\n- ${text}`;
  }
  return list;
}

function listEquipment(bank: PhraseBank, features: readonly string[]): string {
  const mentioned: string[] = [];
  for (const code of features) {
    const name = bank.features[code];
    if (name !== undefined && mentioned.length < featuresInTextMax) mentioned.push(name);
  }
  return mentioned.length > 1 ? `${bank.equipment}: ${mentioned.join(', ')}.` : '';
}
