import type { Catalogue } from '../store/catalogue.ts';
import { NO_VALUE } from '../store/dictionary.ts';
import { FIELD, type Field } from '../store/fields.ts';
import { fold, placeKey } from '@fifthwheel/text/fold';
import type { NameDimension } from '../dimensions.ts';
import type { KnownValues } from './known.ts';

const LEGAL_FORM =
  /\b(?:gmbh(?: & co\.? kg)?|ag|kg|ohg|e\.?k\.?|ug|ltd\.?|limited|llc|inc\.?|plc|b\.?v\.?|n\.?v\.?|s\.?a\.?r?\.?l?\.?|s\.?a\.?s\.?|s\.?l\.?u?\.?|s\.?r\.?l\.?|s\.?p\.?a\.?|sp\.? z ?o\.? ?o\.?|a\.?s\.?|s\.?r\.?o\.?|oy|ab|aps|kft)(?=$|[\s,])/g;

const nameKey = (name: string): string =>
  fold(name)
    .replace(LEGAL_FORM, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, '');

/** Returns the keys that find a seller: its name with and without the legal form. */
export const sellerKeys = (name: string): string[] => [
  ...new Set([nameKey(name), fold(name).replace(/[^\p{L}\p{N}]+/gu, '')]),
];

/** The values in an in-memory index, for parsing queries. */
export class EngineValues implements KnownValues {
  readonly #catalogue: Catalogue;
  readonly #count: (word: string) => number;
  readonly #isLive: (id: string) => boolean;
  readonly #sellers = new Map<string, string[]>();
  /** Name under which a seller is filed, by ordinal. */
  readonly #sellerNames: string[] = [];
  #sellersRead = NO_VALUE + 1;
  #renamesRead = 0;

  constructor(catalogue: Catalogue, count: (word: string) => number, isLive: (id: string) => boolean) {
    this.#catalogue = catalogue;
    this.#count = count;
    this.#isLive = isLive;
  }

  documentsWith(word: string): number {
    return this.#count(word);
  }

  hasCity(spellings: readonly string[]): boolean {
    return this.#hasAny(FIELD.city, spellings);
  }

  hasRegion(spellings: readonly string[]): boolean {
    return this.#hasAny(FIELD.region, spellings);
  }

  hasName(dimension: NameDimension, value: string): boolean {
    return this.#catalogue.field(FIELD[dimension]).find(placeKey(value)) !== NO_VALUE;
  }

  hasListing(id: string): boolean {
    return this.#isLive(id);
  }

  sellersNamed(key: string): readonly string[] {
    this.readSellers();
    return this.#sellers.get(key) ?? [];
  }

  readSellers(most = Infinity): boolean {
    const { size, renamed } = this.#catalogue.field(FIELD.seller);
    const end = Math.min(size, this.#sellersRead + most);
    for (; this.#sellersRead < end; this.#sellersRead++) this.#nameSeller(this.#sellersRead);
    for (; this.#renamesRead < renamed.length; this.#renamesRead++) {
      const ordinal = renamed[this.#renamesRead] ?? NO_VALUE;
      if (ordinal < this.#sellersRead) this.#nameSeller(ordinal);
    }
    return end < size;
  }

  #nameSeller(ordinal: number): void {
    const sellers = this.#catalogue.field(FIELD.seller);
    const [id, name] = [sellers.value(ordinal), sellers.label(ordinal)];
    const before = this.#sellerNames[ordinal];
    if (before !== undefined)
      for (const key of sellerKeys(before)) {
        const otherIds = (this.#sellers.get(key) ?? []).filter((other) => other !== id);
        if (otherIds.length > 0) this.#sellers.set(key, otherIds);
        else this.#sellers.delete(key);
      }
    if (name === id) return;
    this.#sellerNames[ordinal] = name;
    for (const key of sellerKeys(name)) this.#sellers.set(key, [...(this.#sellers.get(key) ?? []), id]);
  }

  eachModel(since: number, note: (name: string, brand: string) => void, most = Infinity): number {
    const models = this.#catalogue.field(FIELD.brandModel);
    const from = Math.max(since, NO_VALUE + 1);
    const end = Math.min(models.size, from + most);
    for (let ordinal = from; ordinal < end; ordinal++)
      note(models.label(ordinal), this.#catalogue.brandOf(ordinal));
    return end;
  }

  #hasAny(field: Field, spellings: readonly string[]): boolean {
    const dictionary = this.#catalogue.field(field);
    return spellings.some((spelling) => dictionary.find(placeKey(spelling)) !== NO_VALUE);
  }
}
