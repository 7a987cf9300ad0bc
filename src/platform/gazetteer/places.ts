import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/**
 * The gazetteer as columns. A place is an ordinal into the place columns; a key is a folded name, several keys may lead
 * to one place and one key to several places. Keys are sorted by their bytes, places by their first key.
 */
export interface Places {
  /** ISO 3166-1 alpha-2 by country ordinal. */
  readonly countries: readonly string[];
  /** First-level administrative divisions: country ordinal and English name by region ordinal. */
  readonly regions: readonly (readonly [country: number, name: string])[];
  /** UTF-8; the name of place p is bytes nameStarts[p] to nameStarts[p + 1]. */
  readonly nameBytes: Uint8Array;
  readonly nameStarts: Uint32Array;
  readonly country: Uint16Array;
  /** Region ordinal, `noRegion` where unknown. */
  readonly region: Uint16Array;
  /** Thousandths of a degree: 111 m at most. */
  readonly latMilli: Int32Array;
  readonly lngMilli: Int32Array;
  /** 0 where unknown. */
  readonly population: Uint32Array;
  readonly keyBytes: Uint8Array;
  readonly keyStarts: Uint32Array;
  readonly keyPlace: Uint32Array;
}

export const noRegion = 0xffff;

const columns = {
  nameBytes: Uint8Array,
  nameStarts: Uint32Array,
  country: Uint16Array,
  region: Uint16Array,
  latMilli: Int32Array,
  lngMilli: Int32Array,
  population: Uint32Array,
  keyBytes: Uint8Array,
  keyStarts: Uint32Array,
  keyPlace: Uint32Array,
} as const;

type Column = keyof typeof columns;

/** Rising columns: their differences compress four times better than the values. */
const differenced: readonly Column[] = ['nameStarts', 'keyStarts', 'keyPlace'];

interface Header {
  countries: string[];
  regions: [country: number, name: string][];
  lengths: Record<Column, number>;
}

const aligned = (bytes: number): number => Math.ceil(bytes / 4) * 4;
const columnNames = Object.keys(columns) as Column[];

function differences(values: Uint32Array): Uint32Array {
  return values.map((value, index) => (value - (values[index - 1] ?? 0)) >>> 0);
}

function sumUp(values: Uint32Array): void {
  for (let index = 1; index < values.length; index += 1) {
    values[index] = ((values[index] ?? 0) + (values[index - 1] ?? 0)) >>> 0;
  }
}

/** Header length, header, then every column padded to four bytes, little-endian: what all of our platforms are. */
export function serialisePlaces(places: Places): Buffer<ArrayBuffer> {
  const lengths = Object.fromEntries(columnNames.map((name) => [name, places[name].length]));
  const header = Buffer.from(
    JSON.stringify({ countries: places.countries, regions: places.regions, lengths }),
  );
  const parts: Buffer[] = [Buffer.alloc(4), header, Buffer.alloc(aligned(header.length) - header.length)];
  parts[0]?.writeUInt32LE(header.length);
  for (const name of columnNames) {
    const values = places[name];
    const stored = differenced.includes(name) && values instanceof Uint32Array ? differences(values) : values;
    parts.push(Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength));
    parts.push(Buffer.alloc(aligned(stored.byteLength) - stored.byteLength));
  }
  return Buffer.concat(parts);
}

/** The columns are views over `bytes` where it is aligned, so that reading costs next to nothing. */
export function deserialisePlaces(bytes: Buffer): Places {
  // A small buffer may lie unaligned in Node's shared pool; a fresh allocation of its own never does.
  const isAligned = bytes.byteOffset % 4 === 0;
  const buffer = isAligned ? bytes : Buffer.alloc(bytes.length);
  if (!isAligned) bytes.copy(buffer);
  const headerLength = buffer.readUInt32LE(0);
  const header = JSON.parse(buffer.toString('utf8', 4, 4 + headerLength)) as Header;
  let offset = 4 + aligned(headerLength);
  const next = <T>(
    Type: { new (buffer: ArrayBufferLike, offset: number, length: number): T; BYTES_PER_ELEMENT: number },
    length: number,
  ): T => {
    const view = new Type(buffer.buffer, buffer.byteOffset + offset, length);
    offset += aligned(length * Type.BYTES_PER_ELEMENT);
    return view;
  };
  const places: Places = {
    countries: header.countries,
    regions: header.regions,
    nameBytes: next(columns.nameBytes, header.lengths.nameBytes),
    nameStarts: next(columns.nameStarts, header.lengths.nameStarts),
    country: next(columns.country, header.lengths.country),
    region: next(columns.region, header.lengths.region),
    latMilli: next(columns.latMilli, header.lengths.latMilli),
    lngMilli: next(columns.lngMilli, header.lengths.lngMilli),
    population: next(columns.population, header.lengths.population),
    keyBytes: next(columns.keyBytes, header.lengths.keyBytes),
    keyStarts: next(columns.keyStarts, header.lengths.keyStarts),
    keyPlace: next(columns.keyPlace, header.lengths.keyPlace),
  };
  for (const rising of [places.nameStarts, places.keyStarts, places.keyPlace]) sumUp(rising);
  return places;
}

export const packPlaces = (places: Places): string =>
  brotliCompressSync(serialisePlaces(places), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  }).toString('base64');

export const unpackPlaces = (packed: string): Places =>
  deserialisePlaces(brotliDecompressSync(Buffer.from(packed, 'base64')));
