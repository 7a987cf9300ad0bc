import { folded } from '../names.ts';

/**
 * The names that feeds and people use for the values of enumerations, in English and German and by the keys of other
 * marketplaces.
 */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  condition: {
    new: 'neu, neufahrzeug, new vehicle, brand new',
    used: 'gebraucht, gebrauchtfahrzeug, pre owned, preowned, second hand, occasion',
    certified: 'certified preowned, certified pre owned, cpo, geprueft, zertifiziert',
  },
  priceType: {
    fixed: 'fest, festpreis, firm, fix',
    negotiable: 'vb, vhb, verhandelbar, verhandlungsbasis, obo, or best offer',
    on_request: 'auf anfrage, poa, price on application, request, call for price, anfrage',
  },
  fuelType: {
    diesel: 'd, bio diesel, biodiesel',
    petrol: 'benzin, gasoline, gas, super, essence',
    electric: 'elektro, electricity, ev, bev, elektrisch, battery electric',
    hybrid: 'hybrid diesel, hybrid diesel electric, plug in hybrid, phev, hybrid petrol',
    cng: 'erdgas, compressed natural gas, natural gas',
    lng: 'fluessigerdgas, liquefied natural gas',
    lpg: 'autogas, fluessiggas, propane',
    hydrogen: 'wasserstoff, hydrogenium, fuel cell, h2',
    ethanol: 'e85, bioethanol, flex fuel',
    other: 'sonstige, andere, other fuel',
  },
  transmission: {
    manual: 'schaltgetriebe, schaltung, handschaltung, manual gear, mechanical, manual transmission, stick',
    automatic: 'automatik, automatikgetriebe, automatic gear, auto, automatic transmission',
    semi_automatic:
      'halbautomatik, halbautomatisch, semiautomatic gear, amt, automated manual, automated, semi auto',
  },
  retarder: {
    none: 'nein, no, ohne',
    retarder: 'ja, yes',
    intarder: 'zf intarder',
    engine_brake: 'motorbremse, jake brake, decompression brake',
  },
  cabType: {
    day: 'tageskabine, day cab, kurz, short',
    sleeper: 'schlafkabine, sleeper cab, sleeping berth, fernverkehr, long distance traffic, long distance',
    high_sleeper: 'hochdach, high roof sleeper, highline, high roof',
    mega_sleeper: 'mega space, megaspace, gigaspace, xxl',
    double: 'doppelkabine, crew cab, double cabin, doka',
    local: 'nahverkehr, local traffic',
  },
  hydraulics: {
    none: 'keine, ohne, no',
    tipper: 'kipphydraulik, kipper, tipping',
    walking_floor: 'schubboden, push floor, moving floor',
    tanker: 'tank, pumpe',
    other: 'sonstige',
  },
  suspensionFront: {
    air: 'luft, luftfederung',
    spring: 'blatt, blattfederung, leaf, steel, stahl',
    parabolic: 'parabel',
  },
  suspensionRear: {
    air: 'luft, luftfederung',
    spring: 'blatt, blattfederung, leaf, steel, stahl',
    parabolic: 'parabel',
  },
  serviceHistory: {
    full: 'ja, yes, vollstaendig, complete, 1',
    partial: 'teilweise',
    none: 'nein, no, keine, 0',
  },
  color: {
    black: 'schwarz, noir, jet black',
    grey: 'grau, gray, anthrazit, anthracite, graphite, charcoal',
    beige: 'tan, sand, creme, cream',
    brown: 'braun, bronze',
    red: 'rot, burgundy, maroon, bordeaux',
    green: 'gruen',
    blue: 'blau, navy, dark blue, dunkelblau, hellblau, light blue',
    purple: 'lila, violett, violet',
    gold: 'golden',
    white: 'weiss, reinweiss, off white, pearl white, oxford white, arktisweiss',
    orange: 'kommunalorange',
    silver: 'silber',
    yellow: 'gelb',
  },
  climate: {
    none: 'keine, no climatisation',
    manual: 'klimaanlage, manual climatisation',
    automatic: 'klimaautomatik',
  },
};

const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi'];

const bySpelling = new Map<string, ReadonlyMap<string, string>>();

function spellingsOf(field: string, values: readonly (string | number)[]): ReadonlyMap<string, string> {
  const known = bySpelling.get(field);
  if (known !== undefined) return known;
  const spellings = new Map<string, string>();
  for (const value of values) spellings.set(folded(String(value)), String(value));
  for (const [value, words] of Object.entries(WORDS[field] ?? {})) {
    for (const word of words.split(',')) spellings.set(folded(word), value);
  }
  if (field === 'euroStandard') addEuroSpellings(spellings);
  bySpelling.set(field, spellings);
  return spellings;
}

/** Euro VI, Euro 6, EU6, 6, 6d-temp: heavy duty writes Roman numerals, light duty Arabic ones. */
function addEuroSpellings(spellings: Map<string, string>): void {
  for (const [index, roman] of ROMAN.entries()) {
    const value = `euro${index + 1}`;
    for (const number of [roman, String(index + 1)])
      for (const prefix of ['', 'e', 'eu', 'euro', 'euronorm']) spellings.set(`${prefix}${number}`, value);
  }
  const stages = { a: 'euro6', b: 'euro6', c: 'euro6', d: 'euro6d', dtemp: 'euro6d', e: 'euro6e' };
  for (const [stage, value] of Object.entries(stages))
    for (const number of ['6', 'vi']) {
      spellings.set(`euro${number}${stage}`, value);
      spellings.set(`${number}${stage}`, value);
    }
}

/** The value of an enumeration that a text means; undefined when it means none. */
export function readWord(
  field: string,
  text: string,
  values: readonly (string | number)[],
): string | undefined {
  // As the API writes it, like most files.
  if (values.includes(text)) return text;
  const spellings = spellingsOf(field, values);
  const key = folded(text.replaceAll('×', 'x'));
  // "Diesel (Euro 6)", "Reinweiß metallic": the first word is often enough.
  return spellings.get(key) ?? (FIRST_WORD_COUNTS.has(field) ? firstWord(text, spellings) : undefined);
}

const FIRST_WORD_COUNTS = new Set(['color', 'interiorColor', 'fuelType', 'transmission']);

function firstWord(text: string, spellings: ReadonlyMap<string, string>): string | undefined {
  for (const word of text.slice(0, 100).split(/[\s,;/()-]+/)) {
    const value = spellings.get(folded(word));
    if (value !== undefined) return value;
  }
  return undefined;
}

const YES = new Set(['1', 'true', 'yes', 'y', 'ja', 'j', 'wahr', 'x', 'oui', 'si', 't', 'on']);
const NO = new Set(['0', 'false', 'no', 'n', 'nein', 'falsch', 'non', 'f', 'off', '-']);

export function readBoolean(text: string): boolean | null {
  const key = text.trim().toLowerCase();
  if (YES.has(key)) return true;
  return NO.has(key) ? false : null;
}
