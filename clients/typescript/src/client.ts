import { type Answer, Call, type CallOptions, PagedCall } from './call.ts';
import type { Api } from './generated/api.ts';
import { REQUESTS } from './generated/requests.ts';
import type { SignedIn } from './generated/types.ts';
import type { Session } from './session.ts';
import { type ClientOptions, type RequestParts, Transport } from './transport.ts';

export interface Client extends Api {
  /** Session of the signed-in user. */
  readonly session: Session | null;
  signIn(credentials: { email: string; password: string }): Promise<SignedIn>;
  /** Ends the session, on the server too. */
  signOut(): Promise<void>;
  /** Sends any request, for endpoints without a method here, such as those for administrators. */
  request<T = unknown>(parts: RequestParts): Promise<Answer<T>>;
  /** Like `request`, but returns the raw response. */
  respond(parts: RequestParts): Promise<Response>;
}

/**
 * Creates a client for the API at `baseUrl`: anonymous, with an API key (`apiKey`), or for a user (`session`,
 * `signIn`).
 */
export function createClient(options: ClientOptions): Client {
  const transport = new Transport(options);
  const api = methodsOf<Api>((parts) => transport.send(parts), REQUESTS);
  return {
    ...api,
    get session() {
      return transport.sessions.current;
    },
    async signIn(credentials) {
      const signedIn = await api.auth.login(credentials);
      transport.sessions.set(signedIn);
      return signedIn;
    },
    async signOut() {
      if (transport.sessions.current !== null) await api.auth.logout();
      transport.sessions.set(null);
    },
    request: (parts) => transport.send(parts),
    respond: (parts) => transport.respond(parts),
  };
}

type Send = (parts: RequestParts) => Promise<Answer<unknown>>;

/** Creates a method for each row of a table of requests. */
export function methodsOf<A>(
  send: Send,
  table: Readonly<Record<string, Readonly<Record<string, string>>>>,
): A {
  return Object.fromEntries(
    Object.entries(table).map(([group, requests]) => [
      group,
      Object.fromEntries(Object.entries(requests).map(([verb, row]) => [verb, methodOf(send, row)])),
    ]),
  ) as unknown as A;
}

/**
 * Creates the method for `row`: an HTTP method, a path and marks. f: form, k: idempotency key, b: body, q:
 * query, #: name of the list in each page.
 */
function methodOf(send: Send, row: string): (...args: unknown[]) => Call<unknown> {
  const [method = '', template = '', marked = ''] = row.split(' ');
  const [marks = '', list] = marked.split('#');
  return (...args) => {
    const path = template.replaceAll(/\{\w+\}/g, () => encodeURIComponent(segmentOf(args.shift())));
    const body = marks.includes('b') ? args.shift() : undefined;
    const query = marks.includes('q') ? (args.shift() as object | undefined) : undefined;
    const parts: RequestParts = {
      method,
      path,
      body,
      query,
      isForm: marks.includes('f'),
      isRepeatable: marks.includes('k'),
      options: args.shift() as CallOptions | undefined,
    };
    if (list === undefined) return new Call(send(parts));
    const at = (page: number): Call<unknown> => {
      const { idempotencyKey: _, ...options } = parts.options ?? {};
      return new Call(send({ ...parts, options, query: { ...query, page } }));
    };
    return new PagedCall(send(parts), list, at);
  };
}

/** Encodes a path segment. Throws for an empty one, `.` and `..`, which would change the path. */
function segmentOf(value: unknown): string {
  if (typeof value === 'string' && !/^\.{0,2}$/.test(value)) return value;
  throw new TypeError(`not an id: ${JSON.stringify(value)}`);
}
