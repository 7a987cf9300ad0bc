/** What has been read from the API: under which keys it is kept, and when it is asked for again. */
import { QueryClient, queryOptions } from '@tanstack/react-query';
import { REQUESTS } from '../../clients/typescript/src/generated/requests.ts';
import { type Api, api, isRefusal } from './api.ts';

const SECOND_MS = 1000;
const FRESH_MS = 30 * SECOND_MS;
const TRIES_MAX = 3;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      // The client itself repeats what a lost connection broke off; a spent budget is waited for.
      retry: (tries, error) => isRefusal(error) && error.status === 429 && tries < TRIES_MAX,
      retryDelay: (_tries, error) => (isRefusal(error) ? (error.retryAfter ?? 1) * SECOND_MS : SECOND_MS),
    },
  },
});

/** Of what is chosen from, and of what somebody is changing: an act does not have it asked for again while it is shown. */
export const STEADY = { meta: { isSteady: true }, refetchOnWindowFocus: false } as const;

/** `noun.verb`, as the client has it and the document names it. */
export type Operation<A> = { [Noun in keyof A & string]: `${Noun}.${keyof A[Noun] & string}` }[keyof A &
  string];
type MethodOf<A, Id> = Id extends `${infer Noun}.${infer Verb}`
  ? Noun extends keyof A
    ? Verb extends keyof A[Noun]
      ? A[Noun][Verb]
      : never
    : never
  : never;
type AskedOf<Method> = Method extends (...asked: infer Asked) => unknown ? Asked : never;
type AnswerOf<Method> = Method extends (...asked: never[]) => PromiseLike<infer Answer> ? Answer : never;

type Requests = Readonly<Record<string, Readonly<Record<string, string>>>>;
/** How many arguments come before the options: those of the path, a body (`b`) and a query (`q`), as the table of requests says. */
function placesOf(row = ''): number {
  const [, path = '', marks = ''] = row.split(' ');
  return path.split('{').length - 1 + marks.replace(/#.*/, '').replaceAll(/[^bq]/g, '').length;
}

/** Reads by operations of a client: the operation and what it is asked are the key. */
// oxlint-disable-next-line typescript/explicit-function-return-type -- a key knows the type of what is kept under it
export function readsOf<A>(name: string, client: A, requests: Requests) {
  const nouns = client as Readonly<
    Record<string, Readonly<Record<string, (...asked: unknown[]) => unknown>>>
  >;
  // oxlint-disable-next-line typescript/explicit-function-return-type -- the same
  return <Id extends Operation<A>>(id: Id, ...asked: AskedOf<MethodOf<A, Id>>) => {
    const [noun = '', verb = ''] = id.split('.');
    return queryOptions({
      queryKey: [name, noun, verb, ...asked],
      queryFn: async ({ signal }) => {
        const places = Array.from(
          { length: placesOf(requests[noun]?.[verb]) },
          (_, at) => asked[at] as unknown,
        );
        return (await nouns[noun]?.[verb]?.(...places, { signal })) as AnswerOf<MethodOf<A, Id>>;
      },
    });
  };
}

export const read = readsOf<Api>('api', api, REQUESTS);

/** What can have changed: a noun of the API, one of its operations, or the session. */
export type Told = keyof Api | Operation<Api> | 'session';

/** Has what is shown asked for again, and the rest when it is shown: all of it, or what is named. */
export async function refresh(...of: readonly Told[]): Promise<void> {
  if (of.length > 0) {
    const keys = of.map((name) => (name === 'session' ? ['session'] : ['api', ...name.split('.')]));
    await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
    return;
  }
  await queryClient.invalidateQueries({ refetchType: 'none' });
  await queryClient.refetchQueries({ type: 'active', predicate: ({ meta }) => meta?.['isSteady'] !== true });
}
