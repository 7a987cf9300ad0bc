import pg from 'pg';
import { vi } from 'vitest';

export interface SentStatements {
  /** SQL texts since the last `clear`, in order. */
  readonly texts: readonly string[];
  clear(): void;
  stop(): void;
}

/**
 * Records the statements that this process sends to databases. Call it before the first connection opens, because a client
 * keeps the function that it finds then.
 */
export function watchStatements(): SentStatements {
  const query = vi.spyOn(pg.Client.prototype, 'query');
  return {
    get texts() {
      return (query.mock.calls as unknown[][]).map(([statement]) =>
        typeof statement === 'string' ? statement : (statement as { text: string }).text,
      );
    },
    clear: () => void query.mockClear(),
    stop: () => query.mockRestore(),
  };
}
