/** What has been read from the API, and when it is asked for again. */
import { QueryClient } from '@tanstack/react-query';
import { isRefusal } from './api.ts';

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
    // A lost connection is said at once, so that somebody can decide.
    mutations: { networkMode: 'always' },
  },
});
