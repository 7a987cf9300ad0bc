import { AppError } from '../../errors/app-error.ts';

/** The entity tag of a versioned resource. A listing's public view has one that begins with the same number. */
export function versionTag(version: number): string {
  return `"v${version}"`;
}

/** `If-Match` with any tag of another version is refused. Weak tags count: proxies that compress weaken them. */
export function assertVersion(version: number, ifMatch: string | null, what = 'listing'): void {
  if (ifMatch === null || ifMatch.trim() === '*') return;
  const wanted = ifMatch.split(',').map((tag) => /^(?:W\/)?"v(\d+)[-"]/.exec(tag.trim())?.[1]);
  if (wanted.includes(String(version))) return;
  throw new AppError(
    'VERSION_CONFLICT',
    `The ${what} is at version ${version}; read it again before you change it.`,
  );
}
