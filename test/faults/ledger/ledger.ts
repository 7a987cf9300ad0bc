/**
 * What a client has been promised. Each write that was answered with 2xx is entered with what must be found of it for
 * ever after: rows, and events. A write whose answer never came may have happened or not; it is kept to be asked again
 * with its Idempotency-Key.
 */

/** A count that the database must give. */
export interface Proof {
  readonly what: string;
  readonly sql: string;
  readonly parameters: readonly unknown[];
  readonly count: number;
}

export interface Entry {
  readonly kind: string;
  readonly proofs: readonly Proof[];
  /** `type:id of the subject`, as `eventKey` makes them. */
  readonly events: readonly string[];
  /** Whether a webhook of the seller was listening when it happened, so that the events must have been delivered. */
  readonly delivered: boolean;
}

export interface MarketWrite {
  readonly kind: string;
  readonly method: 'POST' | 'PUT' | 'PATCH';
  readonly path: string;
  readonly token?: string;
  readonly body: unknown;
  /** A multipart form instead of JSON. */
  readonly form?: () => FormData;
  /** What stands when it was acknowledged; `data` is that of the envelope. */
  // eslint-disable-next-line typescript/no-explicit-any -- answers as a client reads them
  readonly entry: (data: any) => Omit<Entry, 'kind'>;
  /** Proof that a write without an answer happened at most once. */
  readonly once?: Proof;
}

export interface Unanswered {
  readonly write: MarketWrite;
  readonly key: string;
}

export class Ledger {
  readonly entries: Entry[] = [];
  readonly unanswered: Unanswered[] = [];
  /** Answers by status, for the report. */
  readonly answers = new Map<number, number>();
  /** Longest wait for an answer of any kind, in milliseconds. */
  slowestMs = 0;

  count(kind: string): number {
    return this.entries.filter((entry) => entry.kind === kind).length;
  }
}

/** The name under which an event is looked for: its type and the id of what it is about. */
export function eventKey(type: string, data: unknown): string {
  const [subject] = Object.values(data as Record<string, unknown>);
  const { id, price } = subject as { id?: unknown; price?: unknown };
  return type === 'listing.updated' ? `${type}:${String(id)}:${String(price)}` : `${type}:${String(id)}`;
}
