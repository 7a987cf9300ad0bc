import { Phrases } from './phrases.ts';
import { withoutEndings } from './stem.ts';

// Units and currencies that follow a number; signs can precede it.

export type Measure = 'money' | 'distance' | 'power' | 'weight' | 'hours' | 'seats' | 'axles';

export interface Unit {
  readonly measure: Measure;
  /** Value of one unit in the unit of the index: km, hp, kg or h. Currencies are not converted. */
  readonly factor: number;
  /** ISO code of a currency. */
  readonly currency?: string;
}

// Length from which a word can be an inflected unit; others must match exactly.
const INFLECTED_MIN = 6;
const STEM_MIN = 5;
const HP_PER_KW = 1.359_62;
const KM_PER_MILE = 1.609;
const KG_PER_TONNE = 1000;

const table: readonly (readonly [words: string, unit: Unit])[] = [
  ['km kms kilometer kilometre kilometres kilometers kilometros kilometri kilometrow kilometry', { measure: 'distance', factor: 1 }],
  ['tkm', { measure: 'distance', factor: 1000 }],
  ['mile miles mi', { measure: 'distance', factor: KM_PER_MILE }],
  ['ps hp bhp cv ch pk konie koni pferdestarken horsepower chevaux cavalli caballos pk.', { measure: 'power', factor: 1 }],
  ['kw', { measure: 'power', factor: HP_PER_KW }],
  ['t to tonne tonnes tonnen ton tons tonner tonnellata tonnellate tonelada toneladas tona tony tonowy tonowa', { measure: 'weight', factor: KG_PER_TONNE }],
  ['kg kgs kilo kilos kilogramm', { measure: 'weight', factor: 1 }],
  ['h hr hrs hour hours std std. stunden stunde betriebsstunden bstd bh heures heure uur uren draaiuren godz godzin godziny mth motogodzin mtg horas hora ore ora', { measure: 'hours', factor: 1 }],
  ['seat seats seater sitz sitze sitzer sitzplatze sitzplatzen platze platzen sitzen place places zitplaatsen zitplaats plaatsen persoons personen miejsc miejscowy miejsca osobowy osob plaza plazas asientos posti pax passengers passagiere', { measure: 'seats', factor: 1 }],
  ['axle axles achs achser achsen achsig achsige essieu essieux as assen assig asser osi osie osiowy osiowa eje ejes asse assi', { measure: 'axles', factor: 1 }],
]; // prettier-ignore

const CURRENCIES: Readonly<Record<string, string>> = {
  EUR: '€ eur euro euros euros',
  GBP: '£ gbp pound pounds quid',
  USD: '$ usd dollar dollars',
  CHF: 'chf franken sfr fr.',
  PLN: 'pln zl zloty zlotych zlotowki',
  CZK: 'czk kc',
  SEK: 'sek',
  NOK: 'nok',
  DKK: 'dkk',
  HUF: 'huf ft',
  RON: 'ron lei',
  BGN: 'bgn leva',
  TRY: 'try tl',
  UAH: 'uah',
};

const UNITS: ReadonlyMap<string, Unit> = new Map([
  ...table.flatMap(([words, unit]) => words.split(' ').map((word): [string, Unit] => [word, unit])),
  ...Object.entries(CURRENCIES).flatMap(([currency, words]) =>
    words.split(' ').map((word): [string, Unit] => [word, { measure: 'money', factor: 1, currency }]),
  ),
]);

/** Returns a unit by its word with any ending: "3-achsige". */
export function unitOf(word: string): Unit | undefined {
  const exact = UNITS.get(word);
  if (exact !== undefined || word.length < INFLECTED_MIN) return exact;
  for (const stem of withoutEndings(word)) {
    const unit = stem.length < STEM_MIN ? undefined : UNITS.get(stem);
    if (unit !== undefined) return unit;
  }
  return undefined;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

export const THOUSAND = set('k tsd tausend thousand tys tysiecy tysiace tysiac mil mila mille duizend');

const phrases = (list: string): readonly string[] => list.split(',').map((phrase) => phrase.trim());

export type Bound = 'min' | 'max';

const AT_MOST = phrases(
  'no more than, not more than, less than, up to, at most, lower than, fewer than, weniger als, nicht mehr als, bis zu, bis max, bis maximal, moins de, jusqu a, pas plus de, inferieur a, minder dan, tot en met, niet meer dan, maximaal tot, mniej niz, nie wiecej niz, ponizej, menos de, no mas de, hasta, inferior a, meno di, fino a, non piu di, al massimo, a menos de, sotto i, sotto a, under, below, max, max., maximum, maximal, upto, unter, hochstens, maks, maksymalnie, sotto, onder, maximaal, moins, massimo, maximo, <, <=, ≤',
);
const AT_LEAST = phrases(
  'more than, at least, no less than, not less than, greater than, mehr als, mindestens, nicht weniger als, plus de, au moins, au minimum, superieur a, meer dan, ten minste, minstens, wiecej niz, co najmniej, powyzej, mas de, al menos, como minimo, a partir de, superior a, piu di, almeno, oltre i, over, above, min, min., minimum, minimal, mind, mind., uber, oltre, minimo, minimaal, boven, sopra, plus, >, >=, ≥',
);
const UNTIL = phrases(
  'until, till, pas plus cher que, before, up to and including, older than, cheaper than, bis, vor, alter als, billiger als, gunstiger als, jusqu en, jusque, avant, plus vieux que, plus ancien que, moins cher que, tot, voor, ouder dan, goedkoper dan, do, przed, starszy niz, tanszy niz, hasta el, antes de, antes del, fino al, prima del',
);
const SINCE = phrases(
  'starting from, pas plus vieux que, pas plus ancien que, newer than, younger than, later than, more expensive than, from, since, after, ab, seit, nach, neuer als, junger als, teurer als, a partir de, plus recent que, plus jeune que, plus cher que, depuis, apres, des, vanaf, sinds, na, nieuwer dan, jonger dan, duurder dan, od, po, nowszy niz, mlodszy niz, drozszy niz, od roku, desde, despues de, posterior a, dal, da, dopo il, dopo, a partire da, partire da, z roku, von',
);
/** Bounds before a number. */
export const BOUNDS = new Phrases<Bound>([
  ['max', AT_MOST],
  ['min', AT_LEAST],
  ['max', UNTIL],
  ['min', SINCE],
]);
export const BETWEEN = new Phrases([
  [true, phrases('between, zwischen, entre, tussen, miedzy, tra, fra, from, von, de, van, od, da, desde')],
]);
export const TO = set('- – — to bis and und a et au tot en do y hasta e al till until');
/** Words that form a span even without "between". */
export const SPANS = set('- – — to bis a au tot do hasta al till until');

const OR_MORE = phrases(
  'or newer, and newer, or later, and later, and up, and over, or more, and above, and younger, onwards, upwards, oder neuer, und neuer, oder junger, und junger, oder mehr, und mehr, aufwarts, ou plus, et plus, ou plus recent, et plus recent, of nieuwer, en nieuwer, of meer, lub nowszy, i nowszy, lub wiecej, i wiecej, wzwyz, o mas nuevo, o posterior, o mas, en adelante, y posteriores, o piu recente, in poi, o piu, e oltre, newer, +',
);
const OR_LESS = phrases(
  'or older, and older, or less, or below, and below, and under, oder alter, und alter, oder weniger, und weniger, ou moins, et moins, of ouder, of minder, lub starszy, lub mniej, i mniej, o menos, o anterior, o meno, e meno',
);

/** Bounds after a number: "or more", "or less". */
export const BOUNDS_AFTER = new Phrases<Bound>([
  ['min', OR_MORE],
  ['max', OR_LESS],
]);

export type Label = 'year' | 'payload' | Exclude<Measure, 'seats' | 'axles'>;
/** Words that explain the number next to them. */
export const LABELS = new Phrases<Label>([
  ['year', phrases('year of manufacture, year, built, baujahr, bj, bj., ez, erstzulassung, mj, modelljahr, my, model year, rok produkcji, rok, roku, rocznik, r., annee, millesime, bouwjaar, bwj, jaar, ano, anno, immatricolazione, del, of')],
  ['money', phrases('price, budget, preis, prix, prijs, cena, cenie, precio, prezzo')],
  ['distance', phrases('mileage, km-stand, kmstand, kilometerstand, laufleistung, kilometrage, przebieg, przebiegu, przebiegiem, kilometraje, chilometraggio, tellerstand')],
  ['payload', phrases('payload, nutzlast, zuladung, charge utile, laadvermogen, nuttige last, ladownosc, ladownosci, carga util, portata, nosnosc')],
  ['weight', phrases('gross weight, gross, gvw, gvm, gesamtgewicht, zul gesamtgewicht, zgg, zulassiges gesamtgewicht, ptac, ptc, ptra, poids total, totaalgewicht, ggw, gtm, mtm, dmc, masa calkowita, masie, mma, pma, masa maxima, ptt, mtt, massa complessiva, peso, poids, gewicht, weight, waga, operating weight, einsatzgewicht, dienstgewicht, betriebsgewicht')],
  ['power', phrases('power, leistung, motorleistung, puissance, vermogen, moc, mocy, potencia, potenza')],
  ['hours', phrases('hours, betriebsstunden, stunden, heures, draaiuren, uren, motogodziny, godziny, horas, ore di lavoro, ore')],
]); // prettier-ignore
