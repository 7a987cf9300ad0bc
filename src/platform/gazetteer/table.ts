import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompressSync, brotliDecompress, brotliDecompressSync, constants } from 'node:zlib';
import { PACKAGE_ROOT } from '../package-root.ts';

const decompress = promisify(brotliDecompress);

/**
 * The file of the gazetteer: compressed text of two parts with an empty line between them. First the regions, a line
 * each: country, name. Then a line for each name of a place, sorted by the folded name: folded name, name, country,
 * number of the region's line (empty where unknown), latitude, longitude, population (0 where unknown).
 */
export const GAZETTEER_FILE = path.join(PACKAGE_ROOT, 'resources', 'gazetteer.tsv.br');

export interface RegionRow {
  readonly country: string;
  readonly name: string;
}

export interface NameRow {
  readonly key: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly region: number | null;
  readonly lat: number;
  readonly lng: number;
  readonly population: number;
}

const TAB = 0x09;
const LINE_FEED = 0x0a;

export function writeTable(regions: readonly RegionRow[], names: readonly NameRow[]): Buffer {
  const lines = [
    ...regions.map((region) => `${region.country}\t${region.name}`),
    '',
    ...names.map((row) =>
      [row.key, row.name, row.country, row.region ?? '', row.lat, row.lng, row.population].join('\t'),
    ),
  ];
  return Buffer.from(`${lines.join('\n')}\n`);
}

export const compressTable = (text: Buffer): Buffer =>
  brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });

/** Keeps the rows as bytes, about 5 MB, and parses a row on access. */
export class PlaceTable {
  readonly regions: readonly RegionRow[];
  readonly #rows: Buffer;
  /** Start of each row, and the end of the last one. */
  readonly #starts: Uint32Array;

  constructor(text: Buffer) {
    const end = text.indexOf('\n\n');
    this.regions = text
      .toString('utf8', 0, end)
      .split('\n')
      .map((line) => {
        const [country = '', name = ''] = line.split('\t');
        return { country, name };
      });
    this.#rows = text.subarray(end + 2);
    const starts = [0];
    for (let at = this.#rows.indexOf(LINE_FEED); at !== -1; at = this.#rows.indexOf(LINE_FEED, at + 1))
      starts.push(at + 1);
    this.#starts = Uint32Array.from(starts);
  }

  static read(file = GAZETTEER_FILE): PlaceTable {
    return new PlaceTable(brotliDecompressSync(readFileSync(file)));
  }

  /** Like `read`, but decompresses in another thread. */
  static async readAside(file = GAZETTEER_FILE): Promise<PlaceTable> {
    const text = await decompress(await readFile(file));
    await nextTurn();
    const table = new PlaceTable(text);
    await nextTurn();
    return table;
  }

  /** Number of names; a place may have several. */
  get length(): number {
    return this.#starts.length - 1;
  }

  /** The folded name, as UTF-8. */
  keyAt(row: number): Buffer {
    const start = this.#starts[row] ?? 0;
    return this.#rows.subarray(start, this.#rows.indexOf(TAB, start));
  }

  rowAt(row: number): NameRow {
    const cells = this.#rows
      .toString('utf8', this.#starts[row], (this.#starts[row + 1] ?? 0) - 1)
      .split('\t');
    const [key = '', name = '', country = '', region = '', lat, lng, population] = cells;
    return {
      key,
      name,
      country,
      region: region === '' ? null : Number(region),
      lat: Number(lat),
      lng: Number(lng),
      population: Number(population),
    };
  }

  /** Returns the first row whose folded name is not less than `wanted`. */
  lowerBound(wanted: Buffer): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (Buffer.compare(this.keyAt(middle), wanted) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** All folded names of the place in a row: the rows that differ only in these. */
  keysOfPlaceIn(row: number): string[] {
    const start = this.#starts[row] ?? 0;
    const place = this.#rows.subarray(this.#rows.indexOf(TAB, start), this.#starts[row + 1]);
    const keys: string[] = [];
    for (let at = this.#rows.indexOf(place); at !== -1; at = this.#rows.indexOf(place, at + 1)) {
      // Before the first row there is no line feed: -1, and the name begins at 0.
      keys.push(this.#rows.toString('utf8', this.#rows.lastIndexOf(LINE_FEED, at) + 1, at));
    }
    return keys;
  }
}
