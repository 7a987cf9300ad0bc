import { NUMBER_DIMENSIONS, VALUE_DIMENSIONS } from '../dimensions.ts';
import type { SearchDocument } from '../types.ts';

/** Separates two texts; no text contains it. */
const SEPARATOR = 0x10000;
const HIGH_BITS = 21;

let low = 0;
let high = 0;
const number = new Float64Array(1);
const numberBits = new Uint32Array(number.buffer);

function mix(bits: number): void {
  low = Math.imul(((low << 5) | (low >>> 27)) ^ bits, 0x9e3779b1);
  high = Math.imul(((high << 7) | (high >>> 25)) ^ bits, 0x85ebca77);
}

function mixText(text: string | null | undefined): void {
  if (text) for (let i = 0; i < text.length; i++) mix(text.charCodeAt(i));
  mix(SEPARATOR);
}

function mixNumber(value: number | null | undefined): void {
  number[0] = value ?? Number.NaN;
  mix(numberBits[0] as number);
  mix(numberBits[1] as number);
}

/**
 * Returns a 53-bit key of a document's content, except for fields that can be updated in place: the price and its position, the
 * views, the summary and the ranking fields. Names of categories and features are excluded, because the document does not store
 * them. Equal keys avoid tokenizing the text, the largest part of indexing.
 */
export function contentKey(document: SearchDocument): number {
  low = 0x2545f491;
  high = 0x6a09e667;
  const { brand, category, subcategory, values, numbers } = document;
  mixText(document.title);
  mixText(document.description);
  mixText(brand?.slug);
  mixText(brand?.name);
  mixText(document.model);
  mixText(document.variant);
  mixText(document.parts);
  mixText(category.slug);
  mixText(subcategory?.slug);
  mixText(document.body);
  mixText(document.currency);
  mixText(document.country);
  mixText(document.region);
  mixText(document.city);
  mixText(document.sellerId);
  mixText(document.sellerName);
  mix(document.features.length);
  for (const code of document.features) mixText(code);
  for (const name of VALUE_DIMENSIONS) mixText(values[name]);
  for (const name of NUMBER_DIMENSIONS) mixNumber(numbers[name]);
  mixNumber(document.year);
  mixNumber(document.mileage);
  mixNumber(document.lat);
  mixNumber(document.lng);
  mixNumber(document.createdAtMs);
  return (high >>> (32 - HIGH_BITS)) * 2 ** 32 + (low >>> 0);
}
