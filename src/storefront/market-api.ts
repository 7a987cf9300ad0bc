/** Reads the endpoints of the API in the process, so that a page shows what the API returns. */
import { Readable } from 'node:stream';
import { LRUCache } from 'lru-cache';
import { type Actor, ANONYMOUS } from '../platform/actor.ts';
import { byteCache } from '../platform/byte-cache.ts';
import type { Clock } from '../platform/clock.ts';
import { asWriter } from '../platform/db/write-slots.ts';
import { authorise } from '../platform/http/access/authorise.ts';
import { writerOf } from '../platform/http/request/identity.ts';
import { validateQuery } from '../platform/http/request/validate.ts';
import type { AnyRouteRow, HandlerRequest, Reply, RequestContext } from '../platform/http/route.ts';

export interface Ask {
  readonly params?: Readonly<Record<string, string>>;
  /** As in a query string; values of several are separated by commas. */
  readonly query?: Readonly<Record<string, string>>;
  /** Anonymous by default. */
  readonly actor?: Actor;
}

/** A response that is parsed only when needed. */
export interface Answer<T> {
  /** The same object as long as the response is the same. */
  readonly source: unknown;
  readonly data: T;
}

/** Readers of pages are counted by the page's own beacon, since most pages are kept ones. */
const NOT_COUNTED = 'page bot';
const BODIES_BYTES_MAX = 24 * 1024 * 1024;
/** Little, since most are read once: what nearly every page reads. */
const READ_BYTES_MAX = 8 * 1024 * 1024;
/** Approximate memory of a parsed response per byte of its JSON. */
const PARSED_FACTOR = 3;

export class MarketApi {
  readonly #rows = new Map<string, AnyRouteRow>();
  readonly #clock: Clock;
  /** The last response per query of public pages, if the endpoint has no cache. */
  readonly #bodies = byteCache<{ readonly json: string; readonly body: object }>({
    bytesMax: BODIES_BYTES_MAX,
    bytesOf: ({ json }) => json.length * (1 + PARSED_FACTOR),
  });

  /** Last parsed form of responses that are cached as bytes. */
  readonly #read = new LRUCache<Buffer, object>({
    maxSize: READ_BYTES_MAX,
    sizeCalculation: (_envelope, bytes) => bytes.length * (1 + PARSED_FACTOR),
  });

  constructor(routes: readonly AnyRouteRow[], clock: Clock) {
    for (const row of routes) if (row.method === 'GET') this.#rows.set(row.path, row);
    this.#clock = clock;
  }

  /** Throws what the endpoint throws. */
  async get<T>(path: string, language: string, ask: Ask = {}): Promise<Answer<T>> {
    const { params = {}, query = {}, actor = ANONYMOUS } = ask;
    const reply = await this.#ask(path, language, ask);
    const source =
      reply.ready ??
      (actor === ANONYMOUS
        ? this.#steady(JSON.stringify([path, language, params, query]), reply.body)
        : reply.body);
    const envelope = (): unknown => (reply.ready === undefined ? reply.body : this.#envelopeOf(reply.ready));
    return {
      source,
      get data(): T {
        return (envelope() as { data: T }).data;
      },
    };
  }

  /** Status of a file that is being prepared; null when it is ready. */
  async whilePreparing<T>(path: string, language: string, actor: Actor): Promise<T | null> {
    const reply = await this.#ask(path, language, { actor });
    if (reply.raw?.content instanceof Readable) reply.raw.content.destroy();
    return reply.status === 202 ? (reply.body as { data: T }).data : null;
  }

  async #ask(
    path: string,
    language: string,
    { params = {}, query = {}, actor = ANONYMOUS }: Ask,
  ): Promise<Reply> {
    const row = this.#rows.get(path);
    if (row === undefined) throw new Error(`there is no endpoint ${path}`);
    authorise(row, actor);
    const request = {
      actor,
      params,
      query: row.query === undefined ? {} : validateQuery(row.query, query),
      body: undefined,
      files: [],
      context: this.#context(language),
    } as unknown as HandlerRequest<never, never, never, never>;
    // Counts as a request of the account, so that it sees its latest writes.
    return asWriter({ account: writerOf(actor), isBackground: false }, () => row.handler(request));
  }

  #envelopeOf(ready: string | Buffer): object {
    const known = typeof ready === 'string' ? undefined : this.#read.get(ready);
    if (known !== undefined) return known;
    const envelope = JSON.parse(ready.toString()) as object;
    if (typeof ready !== 'string') this.#read.set(ready, envelope);
    return envelope;
  }

  /** Returns the previous response if it is equal, so that a page made from it stays cached. */
  #steady(question: string, body: unknown): unknown {
    if (typeof body !== 'object' || body === null) return body;
    const json = JSON.stringify(body);
    const known = this.#bodies.get(question);
    if (known?.json === json) return known.body;
    this.#bodies.set(question, { json, body });
    return body;
  }

  #context(language: string): RequestContext {
    return {
      requestId: 'page',
      arrivedAt: this.#clock.now(),
      ip: '127.0.0.1',
      userAgent: NOT_COUNTED,
      style: 'prefix',
      languages: [language],
      ifMatch: null,
      isSigned: false,
      header: () => null,
    };
  }
}
