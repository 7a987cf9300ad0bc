import { INTERNAL_MOUNT } from './mounts.ts';
import type { AnyRouteRow } from './route.ts';

/** The methods that a path answers to; only looked up after a request has found no route. */
export function allowedMethods(routes: readonly AnyRouteRow[], path: string): readonly string[] {
  const segments = path.split('/');
  const methods = routes
    .filter((row) => fits((INTERNAL_MOUNT + row.path).split('/'), segments))
    .map((row): string => row.method);
  if (methods.includes('GET')) methods.push('HEAD');
  return [...new Set(methods)].toSorted();
}

function fits(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.length !== segments.length) return false;
  return pattern.every((part, i) => (part.startsWith(':') ? segments[i] !== '' : part === segments[i]));
}
