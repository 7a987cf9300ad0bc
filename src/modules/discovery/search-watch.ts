import type { SearchTiming } from '@fifthwheel/search';
import { monotonicMs } from '../../platform/clock.ts';

/** Measures the time of a response. For a cached response, the times of the engine stay 0. */
export class SearchWatch {
  readonly engine: SearchTiming = { searchMs: 0, facetsMs: 0 };
  readonly #startedMs = monotonicMs();

  /** Returns the value of the Server-Timing header, in milliseconds. */
  toHeader(): string {
    const { searchMs, facetsMs } = this.engine;
    const total = monotonicMs() - this.#startedMs;
    return [duration('search', searchMs), duration('facets', facetsMs), duration('total', total)].join(', ');
  }
}

function duration(name: string, ms: number): string {
  return `${name};dur=${ms.toFixed(3)}`;
}
