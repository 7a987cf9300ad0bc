/** What a view shows, kept in its address: a link, a reload and the way back show the same. */
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

/** Goes to an address of the application. */
export function useGo(): (to: string) => void {
  const navigate = useNavigate();
  return (to) => {
    const url = new URL(to, location.origin);
    const search: unknown = Object.fromEntries(url.searchParams);
    void navigate({ to: url.pathname, search } as Parameters<typeof navigate>[0]);
  };
}

/** Shows what the query of an address says, and nothing of what is shown now. */
export function useShow(): (query: string) => void {
  const navigate = useNavigate();
  return (query) => {
    const search: unknown = Object.fromEntries(new URLSearchParams(query));
    void navigate({ to: '.', resetScroll: false, search } as Parameters<typeof navigate>[0]);
  };
}
