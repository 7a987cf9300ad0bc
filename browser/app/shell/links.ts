/** Where the links of notices lead: they name paths of the API, as mails do. */

const PLACES: readonly (readonly [from: RegExp, to: string])[] = [
  [/^\/seller\/listings\/([^/?]+)/, '/dealer/listings/$1'],
  [/^\/messages\/conversations\/([^/?]+)/, '/dealer/inbox/$1'],
  [/^\/seller\/bulk-import\/([^/?]+)/, '/dealer/imports/$1'],
  [/^\/seller\/webhooks\/([^/?]+)/, '/dealer/developer/webhooks/$1'],
  [/^\/seller\/team/, '/dealer/team'],
  [/^\/seller\/profile/, '/dealer/company'],
];

export interface Address {
  readonly path: string;
  /** Drawn by this application. */
  readonly isOurs: boolean;
}

export function addressOf(link: string | null): Address | null {
  if (link === null || !link.startsWith('/') || link.startsWith('//')) return null;
  for (const [from, to] of PLACES) {
    const match = from.exec(link);
    if (match !== null) return { path: to.replace('$1', match[1] ?? ''), isOurs: true };
  }
  return { path: link, isOurs: false };
}
