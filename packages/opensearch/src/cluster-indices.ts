import type { Client } from '@opensearch-project/opensearch';
import { ClusterWriter, statusOf, toClusterError, withClusterErrors } from './cluster-writer.ts';
import { indexDefinition, type IndexLayout } from './mapping.ts';

const NOT_FOUND = 404;
/** Number of indices to keep: the current one and the previous one. */
const KEPT = 2;

/**
 * The indices of one document layout, and the alias under which one of them is searched. Servers with another
 * layout use another alias and other indices.
 */
export class ClusterIndices {
  /** The alias that searches use. */
  readonly alias: string;
  readonly #client: Client;
  readonly #layout: IndexLayout;

  constructor(client: Client, alias: string, layout: IndexLayout) {
    this.#client = client;
    this.alias = alias;
    this.#layout = layout;
  }

  /** Returns the index behind the alias; null without one. */
  async current(): Promise<string | null> {
    try {
      const { body } = await this.#client.indices.getAlias({ name: this.alias });
      return Object.keys(body)[0] ?? null;
    } catch (error) {
      if (statusOf(error) === NOT_FOUND) return null;
      throw toClusterError(error);
    }
  }

  /** Whether the alias exists, as far as the queried node knows. Works while the nodes have no manager. */
  async hasAlias(): Promise<boolean> {
    const { body } = await withClusterErrors(
      this.#client.indices.existsAlias({ name: this.alias, local: true }),
    );
    return body;
  }

  writer(index: string): ClusterWriter {
    return new ClusterWriter(this.#client, index);
  }

  /** Creates an empty index, which no search uses yet. */
  async create(suffix: string): Promise<string> {
    const index = `${this.alias}-${suffix}`;
    await withClusterErrors(
      this.#client.indices.create({ index, body: indexDefinition(this.#layout) as never }),
    );
    return index;
  }

  async drop(index: string): Promise<void> {
    await withClusterErrors(this.#client.indices.delete({ index, ignore_unavailable: true }));
  }

  /**
   * Switches the alias to this index. Keeps the previous index until the next switch, and drops older ones.
   */
  async use(index: string): Promise<void> {
    const remove = { remove: { index: `${this.alias}-*`, alias: this.alias, must_exist: false } };
    const add = { add: { index, alias: this.alias } };
    await withClusterErrors(
      this.#client.indices.updateAliases({ body: { actions: [remove, add] } as never }),
    );
    const { body } = await withClusterErrors(this.#client.indices.get({ index: `${this.alias}-*` }));
    const previousIndices = Object.keys(body)
      .filter((name) => name !== index)
      .toSorted()
      .toReversed();
    for (const old of previousIndices.slice(KEPT - 1)) await this.drop(old);
  }
}
