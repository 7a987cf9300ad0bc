/**
 * Records what the server has promised its clients. Each write with a 2xx response is entered together with the rows and
 * events that must exist from then on. A write without a response may have happened or not; it is kept, and repeated
 * later with its Idempotency-Key.
 */

/** Number of rows that a query must return. */
export interface Proof {
  readonly what: string;
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly count: number;
}

export interface Entry {
  readonly kind: string;
  readonly proofs: readonly Proof[];
  /** `type:id of the subject`, as `eventKey` formats it. */
  readonly events: readonly string[];
  /** Whether the seller's webhook was active at that time, so that the events must have been delivered. */
  readonly delivered: boolean;
}

export interface MarketWrite {
  readonly kind: string;
  readonly method: 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly token?: string;
  readonly body: unknown;
  /** Builds a multipart form to send instead of JSON. */
  readonly form?: () => FormData;
  /** Returns the entry of an acknowledged write; `data` is the `data` of the response. */
  // eslint-disable-next-line typescript/no-explicit-any -- responses as a client reads them
  readonly entry: (data: any) => Omit<Entry, 'kind'>;
  /** Proof that a write without a response happened at most once. */
  readonly once?: Proof;
}

export interface UnansweredWrite {
  readonly write: MarketWrite;
  readonly key: string;
}

export class Ledger {
  readonly entries: Entry[] = [];
  readonly unanswered: UnansweredWrite[] = [];
  /** Number of responses by status, for the report. */
  readonly statusCounts = new Map<number, number>();
  /** Longest wait for a response, in milliseconds. */
  slowestMs = 0;

  count(kind: string): number {
    return this.entries.filter((entry) => entry.kind === kind).length;
  }
}

/** Returns the key of an event: its type and the ID of its subject. */
export function eventKey(type: string, data: unknown): string {
  const [subject] = Object.values(data as Record<string, unknown>);
  const { id, price } = subject as { id?: unknown; price?: unknown };
  return type === 'listing.updated' ? `${type}:${String(id)}:${String(price)}` : `${type}:${String(id)}`;
}
