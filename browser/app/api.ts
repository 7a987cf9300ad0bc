/**
 * The API, as the project's own client has it. Below /web/api the cookie is the credential and the endpoints are the same.
 */
import { createClient, FifthwheelError } from '../../clients/typescript/src/index.ts';
import { language } from './language.ts';
import { goToSignIn } from './sign-in.ts';

export type * from '../../clients/typescript/src/generated/types.ts';
export { FifthwheelError };

const VERSION = /^\/v1(?=\/)/;
/** Says that a script of ours sends it, which no form of another site can. */
export const CLIENT_HEADERS = { 'x-fw-client': 'web' } as const;
/** Longer pauses are for people to decide. */
const LONGEST_PAUSE_MS = 3000;

/** Set while the page is being left: what is sent then goes on without it. */
export const leaving = { isNow: false };

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
    const answer = await fetch(url, {
      ...init,
      headers,
      credentials: 'same-origin',
      keepalive: leaving.isNow,
    });
    // The session has ended. Forms keep what is typed in them until somebody comes back.
    if (answer.status === 401) goToSignIn();
    return answer;
  },
});

/** True for a refusal of the API, false for a lost connection, the answer of a proxy or a mistake of ours. */
export const isRefusal = (error: unknown): error is FifthwheelError =>
  error instanceof FifthwheelError && error.status !== 0 && error.code !== 'UNEXPECTED_ANSWER';

/** Where the media of a listing are, below this host: addresses in answers carry the public name of the market. */
export function pathOf(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname + new URL(address).search : address;
}
