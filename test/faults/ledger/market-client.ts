import { randomUUID } from 'node:crypto';
import type { Ledger, MarketWrite, UnansweredWrite } from './ledger.ts';

/** Thrown if the server disappeared before or during a request. */
export class UnreachableError extends Error {}

/** Writes to the marketplace over real sockets, and records the writes in the ledger. */
export class MarketClient {
  readonly #base: string;
  readonly #ledger: Ledger;

  constructor(base: string, ledger: Ledger) {
    this.#base = base;
    this.#ledger = ledger;
  }

  /**
   * Returns the `data` of the response, or null if the server rejected the write (503, rate limit) and so promised
   * nothing. Throws `Unreachable` if the response was incomplete.
   */
  async write(write: MarketWrite): Promise<unknown> {
    const key = randomUUID();
    const response = await this.#ask(write, key).catch((error: unknown) => {
      if (error instanceof UnreachableError) this.#ledger.unanswered.push({ write, key });
      throw error;
    });
    if (response.status === 503) this.#ledger.unanswered.push({ write, key });
    if (response.status >= 300) return null;
    this.#recordEntry(write, response.data);
    return response.data;
  }

  /** Repeats an unanswered write with the same key. Returns the status and the error code. */
  async repeat({ write, key }: UnansweredWrite): Promise<{ status: number; code: string | null }> {
    const { status, data, code } = await this.#ask(write, key);
    if (status < 300) this.#recordEntry(write, data);
    return { status, code };
  }

  /** Reads without an entry in the ledger. */
  async read(path: string, token?: string): Promise<{ status: number; data: unknown }> {
    const response = await fetch(`${this.#base}${path}`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    });
    const body = (await response.json()) as { data: unknown };
    return { status: response.status, data: body.data };
  }

  async signIn(email: string, password: string): Promise<string | null> {
    const { text } = await fetchText(`${this.#base}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    const body = JSON.parse(text) as { data?: { accessToken: string } };
    return body.data?.accessToken ?? null;
  }

  async #ask(
    write: MarketWrite,
    key: string,
  ): Promise<{ status: number; data: unknown; code: string | null }> {
    const startedAt = performance.now();
    const response = await fetchText(`${this.#base}${write.path}`, {
      method: write.method,
      headers: {
        'idempotency-key': key,
        ...(write.token === undefined ? {} : { authorization: `Bearer ${write.token}` }),
        ...(write.form === undefined ? { 'content-type': 'application/json' } : {}),
      },
      body: write.form === undefined ? JSON.stringify(write.body) : write.form(),
    });
    const { text } = response;
    const { statusCounts: answers } = this.#ledger;
    answers.set(response.status, (answers.get(response.status) ?? 0) + 1);
    this.#ledger.slowestMs = Math.max(this.#ledger.slowestMs, performance.now() - startedAt);
    const body = JSON.parse(text) as { success: boolean; data?: unknown; error?: { code: string } };
    if (body.success !== response.status < 300) throw new Error(`not an envelope: ${text}`);
    // A fault of the server, or a malformed request, which no client of this test sends on purpose.
    if ([400, 401, 422, 500].includes(response.status)) throw new Error(`${write.kind}: ${text}`);
    return { status: response.status, data: body.data, code: body.error?.code ?? null };
  }

  #recordEntry(write: MarketWrite, data: unknown): void {
    this.#ledger.entries.push({ kind: write.kind, ...write.entry(data) });
  }
}

async function fetchText(url: string, request: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const response = await fetch(url, request);
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw new UnreachableError('no whole answer', { cause: error });
  }
}
