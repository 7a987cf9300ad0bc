/** Maps links of notifications, which are paths of the API as in emails, to pages of the app. */
import type { Address } from '../paths.ts';

const PLACES: readonly (readonly [from: RegExp, to: (id: string) => Address])[] = [
  [/^\/seller\/listings\/([^/?]+)/, (id) => `/dealer/listings/${id}`],
  [/^\/messages\/conversations\/([^/?]+)/, (id) => `/dealer/inbox/${id}`],
  [/^\/seller\/bulk-import\/([^/?]+)/, (id) => `/dealer/imports/${id}`],
  [/^\/seller\/webhooks\/([^/?]+)/, (id) => `/dealer/developer/webhooks/${id}`],
  [/^\/seller\/team/, () => '/dealer/team'],
  [/^\/seller\/profile/, () => '/dealer/company'],
];

/** A page of this app, or an external URL. */
type Place = { readonly to: Address } | { readonly href: string };

export function placeOf(link: string | null): Place | null {
  if (link === null || !link.startsWith('/') || link.startsWith('//')) return null;
  for (const [from, to] of PLACES) {
    const match = from.exec(link);
    if (match !== null) return { to: to(match[1] ?? '') };
  }
  return { href: link };
}
