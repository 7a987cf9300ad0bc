import { monotonicMs } from '../../platform/clock.ts';
import type { SearchTiming } from '../../search/index.ts';

/** Where the time of one answer went; an answer that lay ready has spent none in the engine. */
export class SearchWatch {
  readonly engine: SearchTiming = { searchMs: 0, facetsMs: 0 };
  readonly #startedMs = monotonicMs();

  /** For the Server-Timing header, in milliseconds. */
  toHeader(): string {
    const { searchMs, facetsMs } = this.engine;
    const total = monotonicMs() - this.#startedMs;
    return [duration('search', searchMs), duration('facets', facetsMs), duration('total', total)].join(', ');
  }
}

function duration(name: string, ms: number): string {
  return `${name};dur=${ms.toFixed(3)}`;
}
