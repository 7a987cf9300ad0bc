/** The cache of API responses: keys, refetching, retries. */
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { REQUESTS } from '../../clients/typescript/src/generated/requests.ts';
import { type Api, api, isApiError } from './api.ts';

const SECOND_MS = 1000;
const FRESH_MS = 30 * SECOND_MS;
const TRIES_MAX = 3;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // The client retries lost connections; after a 429, wait as long as the server says.
      retry: (tries, error) => isApiError(error) && error.status === 429 && tries < TRIES_MAX,
      retryDelay: (_tries, error) => (isApiError(error) ? (error.retryAfter ?? 1) * SECOND_MS : SECOND_MS),
    },
  },
});

/** For reference data and data that is being edited: actions do not refetch it while it is shown. */
export const STABLE = { meta: { isSteady: true }, refetchOnWindowFocus: false } as const;

/** The name of an operation: `noun.verb`. */
export type Operation<A> = { [Noun in keyof A & string]: `${Noun}.${keyof A[Noun] & string}` }[keyof A &
  string];
type MethodOf<A, Id> = Id extends `${infer Noun}.${infer Verb}`
  ? Noun extends keyof A
    ? Verb extends keyof A[Noun]
      ? A[Noun][Verb]
      : never
    : never
  : never;
type ArgumentsOf<Method> = Method extends (...args: infer Arguments) => unknown ? Arguments : never;
type ResponseOf<Method> = Method extends (...args: never[]) => PromiseLike<infer Response> ? Response : never;

type Requests = Readonly<Record<string, Readonly<Record<string, string>>>>;
/** Number of arguments before the options, from the table of requests: path parameters, a body (`b`) and a query (`q`). */
function argumentCount(row = ''): number {
  const [, path = '', marks = ''] = row.split(' ');
  return path.split('{').length - 1 + marks.replace(/#.*/, '').replaceAll(/[^bq]/g, '').length;
}

/** Creates query options for operations of a client. The key consists of the operation and its arguments. */
// oxlint-disable-next-line typescript/explicit-function-return-type -- a key knows the type of what is kept under it
export function readsOf<A>(name: string, client: A, requests: Requests) {
  const nouns = client as Readonly<Record<string, Readonly<Record<string, (...args: unknown[]) => unknown>>>>;
  // oxlint-disable-next-line typescript/explicit-function-return-type -- the same
  return <Id extends Operation<A>>(id: Id, ...args: ArgumentsOf<MethodOf<A, Id>>) => {
    const [noun = '', verb = ''] = id.split('.');
    return queryOptions({
      queryKey: [name, noun, verb, ...args],
      queryFn: async ({ signal }) => {
        const leading = Array.from(
          { length: argumentCount(requests[noun]?.[verb]) },
          (_, index) => args[index] as unknown,
        );
        return (await nouns[noun]?.[verb]?.(...leading, { signal })) as ResponseOf<MethodOf<A, Id>>;
      },
    });
  };
}

export const read = readsOf<Api>('api', api, REQUESTS);

/** Data to refresh: a noun of the API, an operation, or the session. */
export type Refreshable = keyof Api | Operation<Api> | 'session';

/** Refetches the named data, or all; data that is not shown is refetched when it is. */
export async function refresh(...names: readonly Refreshable[]): Promise<void> {
  if (names.length > 0) {
    const keys = names.map((name) => (name === 'session' ? ['session'] : ['api', ...name.split('.')]));
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    return;
  }
  await queryClient.invalidateQueries({ refetchType: 'none' });
  await queryClient.refetchQueries({ type: 'active', predicate: ({ meta }) => meta?.['isSteady'] !== true });
}
