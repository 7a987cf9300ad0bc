/** `npm run bench -- [suite …] [--listings N] [--data DIR] [--judged FILE] [--minutes M] [--engine E]`: measures; without a suite, the quick ones. */
import '../src/config/production-react.ts';
import { parseArgs } from 'node:util';
import { benchCompression } from './compression.ts';
import { benchFullSize } from './full-size/full-size.ts';
import { benchHeavyAccounts } from './heavy-accounts.ts';
import { benchHttp } from './http.ts';
import { benchImports } from './imports.ts';
import { benchMarketDay } from './market-day.ts';
import { benchMedia } from './media.ts';
import { benchRelevance } from './relevance/relevance.ts';
import { benchSavedQueries, benchSearchEngine } from './search-engine.ts';
import { benchOffLoop } from './search/off-loop.ts';
import { benchEngine, ENGINES } from './search/engines.ts';
import { benchSearch } from './search/search.ts';
import { benchTalk } from './talk.ts';
import { benchWeb } from './web.ts';
import { benchWebhooks } from './webhooks.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    listings: { type: 'string', default: '0' },
    data: { type: 'string' },
    judged: { type: 'string' },
    minutes: { type: 'string', default: '0' },
    engine: { type: 'string' },
  },
});
const listings = Number(values.listings);

const suites: Readonly<Record<string, () => Promise<void>>> = {
  compression: benchCompression,
  http: () => benchHttp({ listings, dataDir: values.data }),
  'full-size': () => benchFullSize({ listings: listings > 0 ? listings : 1_000_000, dataDir: values.data }),
  'heavy-accounts': () => benchHeavyAccounts({ listings: listings > 0 ? listings : 20_000 }),
  imports: () => benchImports(listings > 0 ? { rows: listings } : {}),
  'market-day': () =>
    benchMarketDay({
      listings: listings > 0 ? listings : 100_000,
      minutes: Number(values.minutes),
      dataDir: values.data,
    }),
  media: benchMedia,
  relevance: () =>
    benchRelevance({
      listings: listings > 0 ? listings : 20_000,
      dataDir: values.data,
      judged: values.judged,
      engine: values.engine,
    }),
  search: () => {
    const { engine, data: dataDir } = values;
    const options = { listings: listings > 0 ? listings : 10_000, dataDir };
    if (engine === undefined) return benchSearch(options);
    const known = (Object.keys(ENGINES) as (keyof typeof ENGINES)[]).find((name) => name === engine);
    if (known === undefined) throw new Error(`--engine is ${Object.keys(ENGINES).join(' or ')}`);
    return benchEngine({ ...options, engine: known });
  },
  'search-engine': async () => {
    for (const documents of [10_000, 100_000, ...(listings > 100_000 ? [listings] : [])])
      benchSearchEngine({ documents });
  },
  'search-off-loop': () => benchOffLoop({ documents: listings > 0 ? listings : 100_000 }),
  'saved-searches': async () => benchSavedQueries({ queries: listings > 0 ? listings : 100_000 }),
  talk: benchTalk,
  web: () => benchWeb({ listings, dataDir: values.data }),
  webhooks: benchWebhooks,
};

const names = positionals.length === 0 ? ['http'] : positionals;
for (const name of names) {
  const suite = suites[name];
  if (suite === undefined) {
    console.error(`there is no suite ${name}; there are ${Object.keys(suites).join(', ')}`);
    process.exit(2);
  }
  await suite();
}
process.exit(0);
