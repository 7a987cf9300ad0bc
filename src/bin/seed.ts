/**
 * `fifthwheel seed --listings N` adds N synthetic listings, whether or not a server runs on the same data.
 * `fifthwheel seed --size large` fills every table that grows with use, in an empty market.
 */
import { commandLine, readOptions } from '../app/command-line.ts';
import { launch } from '../app/launch.ts';
import { runProgram } from '../app/program.ts';
import {
  addListings,
  countsFor,
  type DemoParts,
  ensureDemo,
  FILL_COUNTS,
  FILL_SIZES,
  type FillCounts,
  fillMarket,
} from '../modules/demo/index.ts';
import { memoryBytes } from '../platform/memory.ts';

const LISTINGS_MAX = 5_000_000;
const COUNT_MAX = 50_000_000;

/** `favoritesOfOneListing` is `--favorites-of-one-listing`. */
const optionOf = (count: string): string =>
  count.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Indexes stay in memory while they grow, and their pages are logged whole less often. */
const FILL_SETTINGS = {
  shared_buffers: `${Math.ceil(memoryBytes() / 4 / 1024 ** 2)}MB`,
  max_wal_size: '8GB',
  checkpoint_timeout: '30min',
};

const USAGE = `usage: ${commandLine('seed', '--listings N')}   (1 to ${LISTINGS_MAX})
       ${commandLine('seed', `--size ${Object.keys(FILL_SIZES).join('|')}`)}   fills every table in proportion; or with your own numbers:
         ${FILL_COUNTS.map((count) => `--${optionOf(count)} N`).join(' ')}`;
const values = readOptions(USAGE, {
  size: { type: 'string' },
  ...Object.fromEntries(FILL_COUNTS.map((count) => [optionOf(count), { type: 'string' } as const])),
}) as Readonly<Record<string, string | undefined>>;

await runProgram(async () => {
  const sizes = Object.fromEntries(
    FILL_COUNTS.flatMap((count) => {
      const text = values[optionOf(count)];
      return text === undefined ? [] : [[count, Number(text)]];
    }),
  ) as Partial<FillCounts>;
  const size = values['size'];
  const listings = sizes.listings ?? (size === undefined ? 10_000 : sizeOf(size));
  const isCount = (count: number | undefined, most: number): boolean =>
    count !== undefined && Number.isSafeInteger(count) && count >= 1 && count <= most;
  if (!isCount(listings, LISTINGS_MAX) || !Object.values(sizes).every((count) => isCount(count, COUNT_MAX)))
    usage();
  const fills = size !== undefined || Object.keys(sizes).some((count) => count !== 'listings');
  const launched = await launch(undefined, { attach: true, settings: fills ? FILL_SETTINGS : {} });
  const { demo } = launched.app.modules;
  await launched.app.platform.listener.start();
  await demo.taxonomy.start();
  await ensureDemo(demo, { logins: launched.config.demo });
  if (fills) {
    const counts = countsFor(listings ?? 0, sizes);
    await fillMarket(demo, {
      databaseUrl: launched.databaseUrl,
      counts,
      logins: launched.config.demo,
      onTable: progressLogger(),
    });
  } else await add(demo, listings ?? 0);
  await launched.stop();
});

function sizeOf(size: string): number | undefined {
  return size in FILL_SIZES ? FILL_SIZES[size as keyof typeof FILL_SIZES] : undefined;
}

function usage(): never {
  console.error(USAGE);
  process.exit(2);
}

async function add(demo: DemoParts, count: number): Promise<void> {
  const startedAt = performance.now();
  await addListings(demo, {
    count,
    onProgress(done) {
      const seconds = (performance.now() - startedAt) / 1000;
      console.log(`${done} of ${count} listings, ${Math.round(done / seconds)} a second`);
    },
  });
}

/** Prints the number of rows per table, and the duration. */
function progressLogger(): (table: string, rows: number) => void {
  let since = performance.now();
  return (table, rows) => {
    const now = performance.now();
    console.log(`${table}: ${rows} rows in ${((now - since) / 1000).toFixed(1)} s`);
    since = now;
  };
}
