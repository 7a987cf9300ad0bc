import { Client } from '@opensearch-project/opensearch';
import { ClusterIndex, ClusterIndices, type ClusterWriter } from '@fifthwheel/opensearch';
import type { ExchangeRates, SearchChange, SearchDocument } from '@fifthwheel/search';

let indices = 0;

/** A separate index in a search cluster, with rates and a ranking time that a test can change. */
export class ClusterMarket {
  readonly index: ClusterIndex;
  readonly #client: Client;
  readonly #writer: ClusterWriter;
  readonly #indices: ClusterIndices;
  readonly #name: string;
  readonly #documents = new Map<string, SearchDocument>();
  #rates: ExchangeRates;
  #rankedAtMs: number;
  #seq = 0;

  private constructor(url: string, options: { rates: ExchangeRates; rankedAtMs: number; shards?: number }) {
    const alias = `test-${process.pid}-${++indices}`;
    this.#name = `${alias}-1`;
    this.#rates = options.rates;
    this.#rankedAtMs = options.rankedAtMs;
    this.#client = new Client({ node: url, requestTimeout: 120_000 });
    this.#indices = new ClusterIndices(this.#client, alias, { shards: options.shards ?? 2, replicas: 0 });
    this.#writer = this.#indices.writer(this.#name);
    this.index = new ClusterIndex({
      client: this.#client,
      index: this.#name,
      rates: () => this.#rates,
      rankedAtMs: () => this.#rankedAtMs,
    });
  }

  static async create(
    url: string,
    options: { rates: ExchangeRates; rankedAtMs: number; shards?: number },
  ): Promise<ClusterMarket> {
    const market = new ClusterMarket(url, options);
    await market.#indices.create('1');
    return market;
  }

  setRates(rates: ExchangeRates): void {
    this.#rates = rates;
  }

  setRankedAt(rankedAtMs: number): void {
    this.#rankedAtMs = rankedAtMs;
  }

  /** Applies changes as the change log delivers them: one entry per listing for everything that happened to it. */
  async apply(changes: readonly SearchChange[]): Promise<void> {
    const touched = new Set<string>();
    for (const change of changes) {
      const id = change.kind === 'put' ? change.document.id : change.id;
      const known = this.#documents.get(id);
      if (change.kind === 'put') this.#documents.set(id, change.document);
      else if (change.kind === 'remove') this.#documents.delete(id);
      else if (known !== undefined) this.#documents.set(id, { ...known, views: change.views });
      touched.add(id);
    }
    const live = [...touched].flatMap((id) => this.#documents.get(id) ?? []);
    const removed = [...touched].filter((id) => !this.#documents.has(id));
    this.#seq++;
    const refused = await this.#writer.write(
      live.map((document) => ({ document, checksum: 0 })),
      removed,
      this.#seq,
    );
    if (refused.length > 0) throw new Error(JSON.stringify(refused));
    await this.#writer.writePosition(this.#seq, { position: this.#seq });
  }

  /** Removes all listings. */
  async clear(): Promise<void> {
    await this.apply([...this.#documents.keys()].map((id): SearchChange => ({ kind: 'remove', id })));
  }

  async drop(): Promise<void> {
    await this.#indices.drop(this.#name);
    await this.#client.close();
  }
}
