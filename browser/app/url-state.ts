/** The state of a view, kept in its URL: a link, a reload and the back button show the same. */
import type { Address } from './paths.ts';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';

type State = Readonly<Record<string, string>>;
type Change = Readonly<Record<string, string | number | undefined>>;

export function useUrlState(): readonly [
  state: State,
  change: (change: Change, options?: { replace?: boolean }) => void,
] {
  const state: State = useSearch({ strict: false });
  const navigate = useNavigate();
  return [
    state,
    (change, { replace = false } = {}) =>
      void navigate({
        to: '.',
        replace,
        resetScroll: false,
        search: (before: State) => ({ ...before, ...change }),
      } as Parameters<typeof navigate>[0]),
  ];
}

/** A parameter of the page's path. */
export function useParam(name: string): string {
  const params: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return params[name] ?? '';
}

/** Returns the page number of a list from the URL. */
export function usePage(): number {
  const [state] = useUrlState();
  return Math.max(1, Math.trunc(Number(state['page'] ?? 1)) || 1);
}

/** Navigates to a URL of the application. */
export function useGo(): (to: Address) => Promise<void> {
  const navigate = useNavigate();
  return (to) => {
    const url = new URL(to, location.origin);
    const search: unknown = Object.fromEntries(url.searchParams);
    return navigate({ to: url.pathname, search } as Parameters<typeof navigate>[0]);
  };
}

/** Replaces the state of the view by the query string. */
export function useSetQuery(): (query: string) => void {
  const navigate = useNavigate();
  return (query) => {
    const search: unknown = Object.fromEntries(new URLSearchParams(query));
    void navigate({ to: '.', resetScroll: false, search } as Parameters<typeof navigate>[0]);
  };
}
