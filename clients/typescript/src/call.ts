/** Options that every method accepts as its last argument. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Time limit for each attempt. Default: that of the client. */
  readonly timeoutMs?: number | undefined;
  /** Idempotency key for a POST. Set it if another process could repeat the request. */
  readonly idempotencyKey?: string | undefined;
  /** Version that the change is based on: the `version` of a listing, or an ETag. */
  readonly ifMatch?: number | string | undefined;
  /**
   * ETags that the caller holds. An unchanged response is a `FifthwheelError` with the code `NOT_MODIFIED`.
   */
  readonly ifNoneMatch?: string | undefined;
  /** Languages for names and texts, best first: `de, en;q=0.5`. */
  readonly language?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A response: its data, status and headers. */
export interface Answer<T> {
  readonly data: T;
  readonly message: string | null;
  readonly status: number;
  readonly headers: Headers;
  readonly etag: string | null;
  /** Fields of the request body that the server does not know. */
  readonly ignoredFields: readonly string[];
}

/** A pending request: await it for its data, or call `answer()` for the headers too. */
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call';
  readonly #answer: Promise<Answer<T>>;

  constructor(response: Promise<Answer<T>>) {
    this.#answer = response;
  }

  answer(): Promise<Answer<T>> {
    return this.#answer;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- it is a promise
  then<A = T, B = never>(
    onData?: ((data: T) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#answer.then(({ data }) => data).then(onData, onError);
  }

  catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(null, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.#answer.then(({ data }) => data).finally(onEnd);
  }
}

interface Pagination {
  readonly page: number;
  readonly limit: number;
  readonly total: number;
  readonly hasMore?: boolean;
  readonly has_more?: boolean;
  readonly total_pages?: number;
}

function hasMore({ page, limit, total, ...rest }: Pagination): boolean {
  return rest.hasMore ?? rest.has_more ?? page < (rest.total_pages ?? Math.ceil(total / limit));
}

/**
 * A pending list: await it for one page, or iterate over it for the rows of this page and all that follow.
 */
export class PagedCall<T, Item> extends Call<T> implements AsyncIterable<Item> {
  readonly #list: string;
  readonly #at: (page: number) => Call<T>;

  constructor(first: Promise<Answer<T>>, list: string, at: (page: number) => Call<T>) {
    super(first);
    this.#list = list;
    this.#at = at;
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Item> {
    let response = await this.answer();
    for (;;) {
      const data = response.data as { readonly pagination: Pagination } & Record<string, Item[]>;
      yield* data[this.#list] ?? [];
      if (!hasMore(data.pagination)) return;
      response = await this.#at(data.pagination.page + 1).answer();
    }
  }
}
