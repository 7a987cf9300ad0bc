import { SearchEngine, type SearchQuery } from '@fifthwheel/search';
import { BENCH_NOW_MS, BENCH_RATES, benchDocument } from '../search-documents.ts';

/** Synthetic listings in an engine, which returns JSON ready to send. */
export class BenchMarket {
  readonly #engine = new SearchEngine({ rates: BENCH_RATES, rankedAtMs: BENCH_NOW_MS });
  readonly #documents: number;

  constructor(documents: number) {
    this.#documents = documents;
    for (let number = 0; number < documents; number++)
      this.#engine.apply([{ kind: 'put', document: benchDocument(number) }]);
    while (this.#engine.compact());
  }

  respond(query: SearchQuery): Uint8Array {
    const { total, facets, hits } = this.#engine.search(query);
    const results = hits.map(({ summary }) => Buffer.from(summary).toString('utf8')).join(',');
    return Buffer.from(`{"results":[${results}],"rest":${JSON.stringify({ total, facets })}}`);
  }

  update(number: number): void {
    const document = benchDocument((number * 7919) % this.#documents, number + 1);
    this.#engine.apply([{ kind: 'put', document }]);
    this.#engine.compact();
  }
}
