import { valuesOfTradeName, tradeNames, type ValueField } from '@fifthwheel/search';
import { entryOf } from '@fifthwheel/text/entry-of';
import { NearestNames } from '@fifthwheel/text/nearest';
import { folded } from '../../taxonomy/index.ts';

const suspensions = {
  air: 'luft, luftfederung, luftgefedert, air suspension, pneumatique, luchtvering, pneumatyczne, neumatica, pneumatica',
  spring: 'blatt, blattfederung, leaf, steel, stahl, lames, bladvering, resory, ballestas, balestre',
  parabolic: 'parabel, parabolique, paraboliczne, parabolica',
  hydraulic: 'hydraulisch, hydraulique, hydrauliczne, hidraulica, idraulica',
};

/**
 * Names of enumeration values in feeds, in addition to those that the search knows: English, German, French, Dutch,
 * Polish, Spanish, Italian, and the keys of other marketplaces.
 */
// prettier-ignore
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  condition: {
    new: 'new vehicle',
    used: 'pre owned',
    certified: 'certified preowned, certified pre owned, cpo, geprueft',
  },
  priceType: {
    fixed: 'fest, festpreis, firm, fix, prix fixe, vaste prijs, cena stala, precio fijo, prezzo fisso',
    negotiable: 'vb, vhb, verhandelbar, verhandlungsbasis, obo, or best offer, negociable, onderhandelbaar, do negocjacji, negoziabile, trattabile',
    on_request: 'auf anfrage, poa, price on application, request, call for price, anfrage, sur demande, op aanvraag, na zapytanie, a consultar, su richiesta',
  },
  usageType: {
    demonstration: 'demo, vorfuehrfahrzeug, vorfuehrwagen, vehicule de demonstration, demowagen, pojazd demonstracyjny, demostracion, dimostrazione',
    pre_registration: 'tageszulassung, day registration, zero kilometre, immatriculation de faveur, km 0, kilometro zero',
    rental_return: 'mietruecklaeufer, ex rental, vermietfahrzeug, retour de location, ex verhuur, ex alquiler, ex noleggio',
    classic: 'oldtimer, historic, klassiker, veteran, vehicule de collection, clasico, epoca',
  },
  fuelType: {
    diesel: 'd, bio diesel, biodiesel',
    petrol: 'gas, super',
    electric: 'electricity',
    hybrid: 'hybrid diesel, hybrid diesel electric, plug in hybrid, hybrid petrol',
    cng: 'compressed natural gas, natural gas',
    lng: 'fluessigerdgas, liquefied natural gas',
    lpg: 'fluessiggas, propane',
    hydrogen: 'hydrogenium',
    ethanol: 'e85, flex fuel',
    other: 'sonstige, andere, other fuel, autre, overig, inny, otro, altro',
  },
  transmission: {
    manual: 'manual gear, man, mechanical, manual transmission, stick, mechanisch, mechanique, reczna',
    automatic: 'automatic gear, auto, autom, automat, automatic transmission',
    semi_automatic: 'halbautomatisch, semiautomatic gear, amt, automated manual, automated, semi auto',
  },
  retarder: {
    none: 'nein, no, ohne, aucun, geen, brak, sin, nessuno',
    retarder: 'ja, yes, oui, tak, si, ralentisseur, zwalniacz, ralentizador, rallentatore',
    intarder: 'zf intarder',
    engine_brake: 'motorbremse, jake brake, decompression brake, frein moteur, motorrem, hamulec silnikowy, freno motor, freno motore',
  },
  cabType: {
    day: 'tageskabine, day cab, kurz, short, cabine courte, dagcabine, kabina dzienna, cabina corta',
    sleeper: 'schlafkabine, sleeper cab, sleeping berth, fernverkehr, long distance traffic, long distance, cabine couchette, slaapcabine, kabina sypialna, cabina dormitorio, cabina con cuccetta',
    high_sleeper: 'hochdach, high roof sleeper, highline, high roof, toit haut, hoog dak, wysoka kabina, techo alto, tetto alto',
    mega_sleeper: 'mega space, megaspace, gigaspace, xxl, super space cab, globetrotter xl',
    double: 'doppelkabine, crew cab, double cabin, doka, double cabine, dubbele cabine, kabina zalogowa, doble cabina, doppia cabina',
    local: 'nahverkehr, local traffic',
  },
  steering: {
    left: 'linkslenker, lhd, left hand drive, links, gauche, lewa, izquierda, sinistra',
    right: 'rechtslenker, rhd, right hand drive, rechts, droite, prawa, derecha, destra',
  },
  hydraulics: {
    none: 'keine, ohne, no, aucune, geen, brak, sin, nessuna',
    tipper: 'kipphydraulik, kipper, tipping, benne, kiphydrauliek, wywrot, volquete, ribaltabile',
    walking_floor: 'schubboden, push floor, moving floor, fond mouvant, schuifvloer, ruchoma podloga, piso movil, piano mobile',
    tanker: 'tank, pumpe, citerne, cysterna, cisterna',
    other: 'sonstige, autre, overig, inna, otra, altra',
  },
  suspensionFront: suspensions,
  suspensionRear: suspensions,
  brakeType: {
    disc: 'scheibenbremse, scheiben, disc brakes, disques, schijfremmen, tarczowe, discos, dischi',
    drum: 'trommelbremse, trommel, drum brakes, tambours, trommelremmen, bebnowe, tambores, tamburi',
    mixed: 'gemischt, mixte, gemengd, mieszane, mixtos, misti',
  },
  serviceHistory: {
    full: 'ja, yes, vollstaendig, complete, 1, scheckheftgepflegt, complet, volledig, pelna, completo',
    partial: 'teilweise, partiel, gedeeltelijk, czesciowa, parcial, parziale',
    none: 'nein, no, keine, 0, aucun, geen, brak, ninguno, nessuno',
  },
  color: {
    black: 'jet black',
    grey: 'anthracite, graphite, charcoal, antracita, antraciet',
    beige: 'tan, sand, creme, cream',
    brown: 'bronze',
    red: 'burgundy, maroon, bordeaux, bordowy',
    green: 'dunkelgruen, hellgruen',
    blue: 'navy, dark blue, dunkelblau, hellblau, light blue',
    purple: 'violett',
    gold: 'golden',
    white: 'reinweiss, off white, pearl white, oxford white, arktisweiss',
    orange: 'kommunalorange',
  },
  climate: {
    none: 'keine, no climatisation, aucune, geen, brak, sin, nessuno',
    manual: 'klimaanlage, manual climatisation, climatisation, airco, klimatyzacja, aire acondicionado, aria condizionata',
    automatic: 'klimaautomatik, climatisation automatique, klimatyzacja automatyczna, climatizador, climatizzatore automatico',
  },
  busClass: {
    city: 'stadtbus, linienbus, city bus, urbain, stadsbus, miejski, urbano',
    intercity: 'ueberlandbus, intercity bus, interurbain, streekbus, miedzymiastowy, interurbano',
    coach: 'reisebus, autocar, touringcar, autokar, pullman, gran turismo',
    school: 'schulbus, school bus, scolaire, schoolbus, szkolny, escolar, scuolabus',
    minibus: 'kleinbus, mini bus, microbus, pulmino',
    double_decker: 'doppeldecker, doppelstock, double decker bus, dubbeldekker, pietrowy, dos pisos, due piani',
    articulated: 'gelenkbus, articulated bus, articule, gelede bus, przegubowy, articulado, autosnodato',
  },
  floorType: {
    low: 'niederflur, low floor, plancher bas, lage vloer, niskopodlogowy, piso bajo, pianale ribassato',
    step: 'stufe, low entry',
    high: 'hochflur, high floor, plancher haut, hoge vloer, wysokopodlogowy, piso alto',
  },
  undercarriage: {
    tracked: 'kette, ketten, raupe, crawler, chenilles, rupsen, gasienice, cadenas, orugas, cingolato',
    wheeled: 'rad, raeder, mobil, wheels, pneus, wielen, kolowy, ruedas, gommato',
  },
  emissionSticker: {
    green: 'gruen, 4, verte, groen, zielona, verde',
    yellow: 'gelb, 3, jaune, geel, zolta, amarilla, gialla',
    red: 'rot, 2, rouge, rood, czerwona, roja, rossa',
    none: 'keine, 1, aucune, geen, brak, ninguna, nessuna',
  },
  nonRoadStage: {
    stage_2: 'stufe 2, stufe ii, stage ii',
    stage_3a: 'stufe 3a, stufe iiia, stage iiia, tier 3',
    stage_3b: 'stufe 3b, stufe iiib, stage iiib, tier 4 interim, tier 4i',
    stage_4: 'stufe 4, stufe iv, stage iv',
    stage_5: 'stufe 5, stufe v, stage v',
    tier_4_final: 'tier 4f, tier 4',
  },
  'availability.type': {
    now: 'sofort, immediately, immediatement, direct, od zaraz, inmediata, subito',
    from_date: 'ab datum, from',
    order: 'auf bestellung, bestellung, sur commande, op bestelling, na zamowienie, bajo pedido, su ordinazione',
  },
};

/**
 * Fields whose names the search also knows. `included`: a word with several meanings in the search gets the first of
 * them.
 */
const SEARCHED: Readonly<Record<string, { readonly as: ValueField; readonly included?: true }>> = {
  condition: { as: 'condition', included: true },
  fuelType: { as: 'fuelType' },
  transmission: { as: 'transmission', included: true },
  euroStandard: { as: 'euroStandard', included: true },
  color: { as: 'color' },
  interiorColor: { as: 'color' },
};

const NAME_LENGTH_MAX = 100;
const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi'];

const bySpelling = new Map<string, ReadonlyMap<string, string>>();

function spellingsOf(field: string, values: readonly (string | number)[]): ReadonlyMap<string, string> {
  const known = bySpelling.get(field);
  if (known !== undefined) return known;
  const spellings = new Map<string, string>();
  const searched = entryOf(SEARCHED, field);
  for (const { name, values: meant } of searched === undefined ? [] : tradeNames(searched.as)) {
    const [value, ...others] = meant;
    if (value !== undefined && (others.length === 0 || searched?.included === true))
      spellings.set(folded(name), value);
  }
  for (const value of values) spellings.set(folded(String(value)), String(value));
  for (const [value, words] of Object.entries(entryOf(WORDS, field) ?? {})) {
    for (const word of words.split(',')) spellings.set(folded(word), value);
  }
  if (field === 'euroStandard') addEuroSpellings(spellings);
  bySpelling.set(field, spellings);
  return spellings;
}

/** Adds Euro VI, Euro 6, EU6, 6, 6d-temp: heavy duty uses Roman numerals, light duty Arabic ones. */
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

/** Returns the value that a text means; undefined for none. */
export function readWord(
  field: string,
  text: string,
  values: readonly (string | number)[],
): string | undefined {
  // Most files use the values of the API.
  if (values.includes(text)) return text;
  const spellings = spellingsOf(field, values);
  const key = folded(text.replaceAll('×', 'x'));
  // "Diesel (Euro 6)", "Reinweiß metallic": often the first word is enough.
  return (
    spellings.get(key) ??
    inTrade(field, text, values) ??
    (FIRST_WORD_COUNTS.has(field) ? firstWord(text, spellings) : undefined) ??
    (field === 'color' || field === 'interiorColor' ? ralColor(text) : undefined)
  );
}

/** Exceptions to the color that the first digit of a RAL classic number indicates. */
const RAL_COLORS: Readonly<Record<string, string>> = {
  '1000': 'beige',
  '1001': 'beige',
  '1002': 'beige',
  '1011': 'brown',
  '1013': 'white',
  '1014': 'beige',
  '1015': 'beige',
  '1019': 'beige',
  '1035': 'beige',
  '1036': 'gold',
  '8022': 'black',
  '9004': 'black',
  '9005': 'black',
  '9006': 'silver',
  '9007': 'silver',
  '9011': 'black',
  '9017': 'black',
  '9022': 'grey',
  '9023': 'grey',
};
const RAL_GROUPS = ['', 'yellow', 'orange', 'red', 'purple', 'blue', 'green', 'grey', 'brown', 'white'];

/** Reads "RAL 9010", "RAL9010 reinweiß". */
function ralColor(text: string): string | undefined {
  const [, code = ''] = /\bral[\s-]*([1-9]\d{3})\b/i.exec(text.slice(0, NAME_LENGTH_MAX)) ?? [];
  return entryOf(RAL_COLORS, code) ?? (code === '' ? undefined : RAL_GROUPS[Number(code[0])]);
}

function inTrade(field: string, text: string, values: readonly (string | number)[]): string | undefined {
  const searched = entryOf(SEARCHED, field);
  if (searched === undefined || text.length > NAME_LENGTH_MAX) return undefined;
  const [value, ...others] = valuesOfTradeName(searched.as, text);
  if (value === undefined || (others.length > 0 && searched.included !== true)) return undefined;
  return values.includes(value) ? value : undefined;
}

/** Returns the value with the most similar name. */
export function nearestWord(
  field: string,
  text: string,
  values: readonly (string | number)[],
): string | undefined {
  let names = nearestByField.get(field);
  if (names === undefined) nearestByField.set(field, (names = new NearestNames(spellingsOf(field, values))));
  return names.find(text);
}

const nearestByField = new Map<string, NearestNames>();

const FIRST_WORD_COUNTS = new Set(['color', 'interiorColor', 'fuelType', 'transmission']);

function firstWord(text: string, spellings: ReadonlyMap<string, string>): string | undefined {
  for (const word of text.slice(0, 100).split(/[\s,;/()-]+/)) {
    const value = spellings.get(folded(word));
    if (value !== undefined) return value;
  }
  return undefined;
}
