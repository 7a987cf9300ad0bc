/** Vehicle and stock numbers. They encode the index of the listing, so they are unique. */

const vinAlphabet = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';
const yearCodes = 'ABCDEFGHJKLMNPRSTVWXY123456789';
const serialCount = 1_000_000;
/** Coprime to `serialCount`, so that adjacent indexes get dissimilar serials and no serial repeats. */
const serialStep = 387_437;

/** World manufacturer identifiers. Brands that are missing here get `WXX`. */
const manufacturers: Readonly<Record<string, string>> = {
  'mercedes-benz': 'WDB',
  volvo: 'YV2',
  scania: 'YS2',
  man: 'WMA',
  daf: 'XLR',
  iveco: 'WJM',
  'renault-trucks': 'VF6',
  'ford-trucks': 'NM0',
  volkswagen: 'WV1',
  ford: 'WF0',
  fiat: 'ZFA',
  renault: 'VF1',
  peugeot: 'VF3',
  citroen: 'VF7',
  opel: 'W0L',
  nissan: 'VSK',
  toyota: 'YAR',
  tatra: 'TNU',
  'schmitz-cargobull': 'WSM',
  krone: 'WKE',
  koegel: 'WK0',
  wielton: 'SUD',
  setra: 'WKK',
  neoplan: 'WAG',
  'van-hool': 'YE2',
  solaris: 'SUU',
};

const vinValues: Readonly<Record<string, number>> = Object.fromEntries(
  Array.from(vinAlphabet, (character) => {
    const letter = 'ABCDEFGH.JKLMN.P.R.STUVWXYZ'.indexOf(character);
    if (letter < 0) return [character, Number(character)];
    return [character, letter < 9 ? letter + 1 : letter < 18 ? letter - 8 : letter - 17];
  }),
);
const vinWeights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

function withCheckDigit(vin: string): string {
  let sum = 0;
  for (let position = 0; position < 17; position += 1) {
    sum += (vinWeights[position] ?? 0) * (vinValues[vin.charAt(position)] ?? 0);
  }
  const digit = sum % 11 === 10 ? 'X' : String(sum % 11);
  return vin.slice(0, 8) + digit + vin.slice(9);
}

const serialOf = (index: number): string =>
  String(((index % serialCount) * serialStep) % serialCount).padStart(6, '0');

/**
 * Characters 12 to 17 are the serial, and character 11 counts how often it has wrapped: unique for the first
 * 33 million indexes.
 */
export function vinFor(index: number, brand: string, modelCode: string, year: number): string {
  const manufacturer = manufacturers[brand] ?? 'WXX';
  const model = modelCode
    .toUpperCase()
    .replace(/[^0-9A-Z]|[IOQ]/g, '')
    .padEnd(5, 'Z')
    .slice(0, 5);
  const yearCode = yearCodes.charAt((year - 2010 + 300) % 30);
  const wraps = vinAlphabet.charAt(Math.floor(index / serialCount) % vinAlphabet.length);
  return withCheckDigit(`${manufacturer}${model}0${yearCode}${wraps}${serialOf(index)}`);
}

export const serialNumberFor = (index: number, brand: string): string =>
  `${brand.slice(0, 3).toUpperCase()}${Math.floor(index / serialCount)}${serialOf(index)}`;

export const stockNumberFor = (index: number, prefix: string): string => `${prefix}-${100_000 + index}`;
