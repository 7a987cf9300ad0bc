import type { Command } from './command.ts';
import { clientOf } from './credentials.ts';
import { table, UsageError } from './io.ts';

const LIMIT_MAX = 100;

export const search: Command = {
  name: 'search',
  takes: 'WORDS… [--limit N]',
  does: 'search the market: actros 2020 4x2 under 60k',
  options: { limit: true },
  wordsMin: 1,
  wordsMax: Infinity,
  async run({ io, out, words, options }) {
    const limit = Number(options['limit'] ?? 10);
    if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX)
      throw new UsageError(`--limit is a number from 1 to ${LIMIT_MAX}`);
    const market = await clientOf(io, options['url'] as string | undefined);
    const { results, pagination } = await market.search.run({ q: words.join(' '), limit });
    out.result(results, () => [
      ...table(
        results.map(({ title, year, price, currency, location, slug }) => [
          title,
          year,
          price === null || price === undefined ? null : `${price} ${currency ?? ''}`,
          [location?.city, location?.country].filter(Boolean).join(', '),
          slug,
        ]),
      ),
      `${results.length} of ${pagination.total}`,
    ]);
    return 0;
  },
};
