/**
 * The API, as the project's own client has it. Below /web/api the cookie is the credential and the endpoints are the same.
 */
import { type Api, createClient, FifthwheelError } from '../../clients/typescript/src/index.ts';
import { language } from './language.ts';
import { goToSignIn } from './sign-in.ts';

export type * from '../../clients/typescript/src/generated/types.ts';
export { type Api, FifthwheelError };

const VERSION = /^\/v1(?=\/)/;
/** Proves that a script of this site sends the request; forms of other sites cannot set a header. */
export const CLIENT_HEADERS = { 'x-fw-client': 'web' } as const;
/** The user decides about longer pauses. */
const LONGEST_PAUSE_MS = 3000;

/** Set while the browser leaves the page; requests sent then outlive it. */
export const pageState = { isLeaving: false };

export const api = createClient({
  baseUrl: location.origin,
  language,
  retries: 2,
  longestPauseMs: LONGEST_PAUSE_MS,
  fetch: async (target, init) => {
    const url = new URL(target instanceof Request ? target.url : target);
    url.pathname = url.pathname.replace(VERSION, '/web/api');
    const headers = new Headers(init?.headers);
    for (const [name, value] of Object.entries(CLIENT_HEADERS)) headers.set(name, value);
    const response = await fetch(url, {
      ...init,
      headers,
      credentials: 'same-origin',
      keepalive: pageState.isLeaving,
    });
    // The session has ended. Forms keep their input until the user signs in again.
    if (response.status === 401) goToSignIn();
    return response;
  },
});

/** True for an error of the API; false for a lost connection, a response of a proxy, or a bug. */
export const isApiError = (error: unknown): error is FifthwheelError =>
  error instanceof FifthwheelError && error.status !== 0 && error.code !== 'UNEXPECTED_ANSWER';

/** The path of a media URL. URLs in responses contain the public host name of the instance. */
export function pathOf(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname + new URL(address).search : address;
}
