/**
 * Calls every endpoint of a filled instance, and reports what each step touched, how long it took and how long it blocked the
 * event loop.
 */
import { finished } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from '../../src/app/app.ts';
import type { Accounting, Touched } from '../../test/scale/accounting.ts';
import type { SampleRequest } from '../../test/scale/requests.ts';
import { type LoopBlock, watchEventLoop } from '../support/loop-blocks.ts';

export interface Step {
  readonly name: string;
  /** null: not a request. */
  readonly status: number | null;
  readonly ms: number;
  readonly touched: readonly Touched[];
  readonly blocks: readonly LoopBlock[];
}

export type Request = Pick<SampleRequest, 'step' | 'method' | 'token' | 'body'> & { readonly path: string };

/** Delay within which the watch reports a block of the event loop that has ended. */
const WATCH_MS = 25;
const TOLD_EVERY = 200;
/** In place of a status, for a stream that ended early. */
const BROKEN_OFF = 599;

export class Walk {
  readonly steps: Step[] = [];
  readonly #app: App;
  readonly #accounting: Accounting;
  readonly #blocks: LoopBlock[] = [];

  constructor(app: App, accounting: Accounting) {
    this.#app = app;
    this.#accounting = accounting;
    watchEventLoop((block) => this.#blocks.push(block));
  }

  /** Sends a read once before measuring it, because the first response may fill a cache. */
  async send(request: Request): Promise<void> {
    if (request.method === 'GET') await this.#inject(request);
    await this.note(request.step, () => this.#inject(request));
    if (request.method !== 'GET') await this.jobs(`jobs after ${request.step}`);
  }

  async jobs(name: string): Promise<void> {
    await this.note(name, async () => {
      await this.#app.runner.drain({ roundsMax: 1_000_000 });
      return null;
    });
  }

  async note(name: string, work: () => Promise<number | null>): Promise<void> {
    await sleep(WATCH_MS);
    await this.#accounting.take();
    this.#blocks.length = 0;
    const startedAt = performance.now();
    const status = await work();
    const ms = performance.now() - startedAt;
    await sleep(WATCH_MS);
    const blocks = [...this.#blocks];
    this.steps.push({ name, status, ms, touched: await this.#accounting.take(), blocks });
    if (this.steps.length % TOLD_EVERY === 0) console.log(`${this.steps.length} steps; the last: ${name}`);
  }

  async #inject({ method, path, token, body }: Request): Promise<number> {
    const http = await this.#app.http();
    try {
      const response = await http.inject({
        method: method as 'GET',
        url: path,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        // As a string of tens of megabytes, it would itself block the event loop.
        payloadAsStream: true,
      });
      await finished(response.stream().resume());
      return response.statusCode;
    } catch {
      return BROKEN_OFF;
    }
  }
}
