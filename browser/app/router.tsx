/** Routes of the application. Query strings are plain text, as links in emails contain them. */
import { useQuery } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { ComponentType, ReactElement } from 'react';
import type { Desk } from './areas.ts';
import { Frame } from './shell/frame.tsx';
import { Loaded, Problem, Skeleton } from './ui/states.tsx';
import { useWords } from './words.ts';

const PRELOAD_AFTER_MS = 50;
const SKELETON_AFTER_MS = 200;

function NotFound(): ReactElement {
  const words = useWords();
  return (
    <div className="empty">
      <h1>{words.text('desk.error.notFound')}</h1>
    </div>
  );
}

const isServerUp = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * If a file is missing although the server responds, the page is of an older version: the router reloads it. While the server is unreachable, a
 * reload would lose the view.
 */
async function loadPage(path: string, load: () => Promise<ComponentType>): Promise<ComponentType> {
  try {
    return await load();
  } catch (error) {
    if (await isServerUp()) throw error;
    return function Later() {
      const query = useQuery({ queryKey: ['page', path], queryFn: () => reloadPage(load) });
      return <Loaded query={query}>{({ Page }) => <Page />}</Loaded>;
    };
  }
}

/** Reloads the page if needed, because browsers cache that a module failed to load. */
async function reloadPage(load: () => Promise<ComponentType>): Promise<{ readonly Page: ComponentType }> {
  try {
    return { Page: await load() };
  } catch (error) {
    if (await isServerUp()) location.reload();
    throw error;
  }
}

/** A route for each page of the desk. */
// oxlint-disable-next-line typescript/explicit-function-return-type -- the type of a router is its tree
export function makeRouter(desk: Desk) {
  const root = createRootRoute({ component: () => <Frame desk={desk} />, notFoundComponent: NotFound });
  const pages = desk.areas.flatMap(({ pages: all }) => all);
  const start = createRoute({
    getParentRoute: () => root,
    path: desk.path,
    beforeLoad: () => {
      throw redirect({ to: `${desk.path}/${pages[0]?.path ?? ''}`, replace: true });
    },
  });
  const routes = pages.map(({ path, load }) =>
    createRoute({
      getParentRoute: () => root,
      path: `${desk.path}/${path}`,
      component: lazyRouteComponent(async () => ({ Page: await loadPage(path, load) }), 'Page'),
    }),
  );
  return createRouter({
    routeTree: root.addChildren([start, ...routes]),
    defaultPreload: 'intent',
    defaultPreloadDelay: PRELOAD_AFTER_MS,
    defaultPendingMs: SKELETON_AFTER_MS,
    defaultPendingComponent: () => <Skeleton />,
    defaultErrorComponent: ({ error, reset }) => <Problem error={error} onAgain={reset} />,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const parameters = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
      const text = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)])).toString();
      return text === '' ? '' : `?${text}`;
    },
  });
}
