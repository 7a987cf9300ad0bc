/** What every method takes last. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** For each try; the client's where it is not given. */
  readonly timeoutMs?: number | undefined;
  /** Of a POST: a text of your own, where a repetition may come from another process. */
  readonly idempotencyKey?: string | undefined;
  /** The version that the change is for, as it is in `version` of a listing, or an ETag. */
  readonly ifMatch?: number | string | undefined;
  /** ETags that you hold: an unchanged answer is a `FifthwheelError` with the code `NOT_MODIFIED`. */
  readonly ifNoneMatch?: string | undefined;
  /** Languages of names and words, best first: `de, en;q=0.5`. */
  readonly language?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** An answer with what is around its data. */
export interface Answer<T> {
  readonly data: T;
  readonly message: string | null;
  readonly status: number;
  readonly headers: Headers;
  readonly etag: string | null;
  /** Fields of the body that the server does not know. */
  readonly ignoredFields: readonly string[];
}

/** A request under way: await it for its data, or its `answer()` for headers too. */
export class Call<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'Call';
  readonly #answer: Promise<Answer<T>>;

  constructor(answer: Promise<Answer<T>>) {
    this.#answer = answer;
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

/** A list: await it for one page, or iterate over it for all rows of this page and those after it. */
export class PagedCall<T, Item> extends Call<T> implements AsyncIterable<Item> {
  readonly #list: string;
  readonly #at: (page: number) => Call<T>;

  constructor(first: Promise<Answer<T>>, list: string, at: (page: number) => Call<T>) {
    super(first);
    this.#list = list;
    this.#at = at;
  }

  async *[Symbol.asyncIterator](): AsyncIterator<Item> {
    let answer = await this.answer();
    for (;;) {
      const data = answer.data as { readonly pagination: Pagination } & Record<string, Item[]>;
      yield* data[this.#list] ?? [];
      if (!hasMore(data.pagination)) return;
      answer = await this.#at(data.pagination.page + 1).answer();
    }
  }
}
