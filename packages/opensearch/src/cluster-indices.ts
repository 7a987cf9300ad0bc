import type { Client } from '@opensearch-project/opensearch';
import { withClusterErrors, toClusterError, ClusterWriter, statusOf } from './cluster-writer.ts';
import { indexDefinition, type IndexLayout } from './mapping.ts';

const NOT_FOUND = 404;
/** The one in use, and the one before it. */
const KEPT = 2;

/**
 * The indices of one way of making documents, and the name under which one of them is searched. Servers that make documents
 * in another way have a name and indices of their own.
 */
export class ClusterIndices {
  /** The name that is searched. */
  readonly alias: string;
  readonly #client: Client;
  readonly #layout: IndexLayout;

  constructor(client: Client, alias: string, layout: IndexLayout) {
    this.#client = client;
    this.alias = alias;
    this.#layout = layout;
  }

  /** The index behind the name; null without one. */
  async current(): Promise<string | null> {
    try {
      const { body } = await this.#client.indices.getAlias({ name: this.alias });
      return Object.keys(body)[0] ?? null;
    } catch (error) {
      if (statusOf(error) === NOT_FOUND) return null;
      throw toClusterError(error);
    }
  }

  /** Whether there is one, as far as the node knows that is asked: also while the nodes have no manager. */
  async isThere(): Promise<boolean> {
    const { body } = await withClusterErrors(
      this.#client.indices.existsAlias({ name: this.alias, local: true }),
    );
    return body;
  }

  writer(index: string): ClusterWriter {
    return new ClusterWriter(this.#client, index);
  }

  /** An empty index that nobody searches yet. */
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

  /** Searches go to this index from now on. The one before stays until the next change, older ones go. */
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
