/** ISO 3779: 17 characters without I, O and Q, which look like digits. */
export const vinPattern = /^[A-HJ-NPR-Z0-9]{17}$/;

/** Normalizes a VIN: upper case, without spaces and hyphens. */
export function normalizeVin(text: string): string {
  return text.replace(/[\s-]+/g, '').toUpperCase();
}

const letterValues: Readonly<Record<string, number>> = {
  A: 1,
  B: 2,
  C: 3,
  D: 4,
  E: 5,
  F: 6,
  G: 7,
  H: 8,
  J: 1,
  K: 2,
  L: 3,
  M: 4,
  N: 5,
  P: 7,
  R: 9,
  S: 2,
  T: 3,
  U: 4,
  V: 5,
  W: 6,
  X: 7,
  Y: 8,
  Z: 9,
};
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** Returns the check digit of 49 CFR 565, position 9; the argument must be a well-formed VIN. */
export function vinCheckDigit(vin: string): string {
  let sum = 0;
  for (const [index, weight] of weights.entries()) {
    const character = vin.charAt(index);
    sum += weight * (letterValues[character] ?? Number(character));
  }
  const remainder = sum % 11;
  return remainder === 10 ? 'X' : String(remainder);
}

/**
 * Whether a required check digit is wrong. Only manufacturers in North America (first character 1 to 5) must have
 * one; elsewhere position 9 is free.
 */
export function hasWrongCheckDigit(vin: string): boolean {
  return vinPattern.test(vin) && /^[1-5]/.test(vin) && vin.charAt(8) !== vinCheckDigit(vin);
}
