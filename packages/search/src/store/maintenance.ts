import type { Block } from './block.ts';
import { mergeBlocks, type MergeContext } from './merge.ts';
import { refreshOrders, sealBlock } from './seal.ts';

// Background work of an index, in slices: sealing full blocks, merging blocks that lost half of their
// documents, and rebuilding orders after a change of the numbers, the rates or the ranking instant.

const SPARSE_SHARE = 1 / 2;

export class Maintenance {
  readonly #context: MergeContext;
  readonly #waiting: Block[] = [];
  #task: Generator<void, unknown> | null = null;
  #isSealing = false;
  #hasDeaths = false;

  constructor(context: MergeContext) {
    this.#context = context;
  }

  seal(block: Block): void {
    this.#waiting.push(block);
  }

  recordTombstone(block: Block): void {
    this.#hasDeaths = true;
    if (block.liveCount === 0 && block.sealed !== null) this.#free(block);
  }

  /** Whether sealed blocks are being merged or sorted. Their slots must not be written meanwhile. */
  get isRearranging(): boolean {
    return this.#task !== null && !this.#isSealing;
  }

  /**
   * Runs one slice. Returns true while there is more to do. `orders` includes `seals`; `all` merges blocks,
   * too.
   */
  step(of: 'seals' | 'orders' | 'all' = 'all'): boolean {
    this.#task ??= this.#nextTask(of);
    if (this.#task === null) return false;
    if (this.#task.next().done) this.#task = null;
    return true;
  }

  /** Yields until no block is waiting to be sealed or being sealed. */
  *sealAll(): Generator<void> {
    while (this.#waiting.length > 0 || this.#task !== null) {
      this.step();
      yield;
    }
  }

  #nextTask(of: 'seals' | 'orders' | 'all'): Generator<void, unknown> | null {
    const full = this.#waiting.shift();
    this.#isSealing = full !== undefined;
    if (full !== undefined) return this.#sealAndFree(full);
    if (of === 'seals') return null;
    return (of === 'all' ? this.#mergeTask() : null) ?? this.#refreshTask();
  }

  *#sealAndFree(block: Block): Generator<void> {
    yield* sealBlock(block, this.#context);
    this.#hasDeaths = true;
    if (block.liveCount === 0) this.#free(block);
  }

  #free(block: Block): void {
    const at = this.#context.blocks.indexOf(block);
    if (at >= 0) this.#context.blocks[at] = null;
  }

  #mergeTask(): Generator<void> | null {
    if (!this.#hasDeaths) return null;
    const sparse = this.#context.blocks
      .filter((block) => block !== null)
      .filter((block) => block.sealed !== null && block.liveCount <= block.capacity * SPARSE_SHARE)
      .toSorted((a, b) => a.liveCount - b.liveCount);
    const chosen: Block[] = [];
    let documents = 0;
    for (const block of sparse) {
      documents += block.liveCount;
      if (documents > block.capacity) break;
      chosen.push(block);
    }
    if (chosen.length < 2) {
      this.#hasDeaths = false;
      return null;
    }
    return mergeBlocks(chosen, this.#context);
  }

  #refreshTask(): Generator<void, unknown> | null {
    const { rates, rankedAtMs } = this.#context.numbers();
    const stale = this.#context.blocks.find(
      (block) =>
        block !== null &&
        block.sealed !== null &&
        (block.sealed.ratesVersion !== rates.version ||
          block.sealed.rankedAtMs !== rankedAtMs ||
          !block.sealed.positionsAreCurrent),
    );
    return stale === undefined || stale === null ? null : refreshOrders(stale, this.#context);
  }
}
