/** Mounts below which every endpoint is available; routes are registered once, below the first. */
export const MOUNTS = ['/api', '/api/v1', '/v1'] as const;
export const INTERNAL_MOUNT = '/api';
/** Mount for the pages of the marketplace: the same endpoints, with the session cookie as the only credential. */
export const WEB_MOUNT = '/web/api';

export type MountStyle = 'prefix' | 'versioned';

/** Rewrites `/api/v1/x`, `/v1/x` and `/web/api/x` to `/api/x`; the rest of the target stays as it came. */
export function toInternalUrl(url: string): string {
  if (url.startsWith('/api/v1') && endsSegment(url, 7)) return INTERNAL_MOUNT + url.slice(7);
  if (url.startsWith('/v1') && endsSegment(url, 3)) return INTERNAL_MOUNT + url.slice(3);
  if (isWebMount(url)) return INTERNAL_MOUNT + url.slice(WEB_MOUNT.length);
  return url;
}

export function isWebMount(originalUrl: string): boolean {
  return originalUrl.startsWith(WEB_MOUNT) && endsSegment(originalUrl, WEB_MOUNT.length);
}

/** The specification names an expired token differently in its two path styles. */
export function mountStyle(originalUrl: string): MountStyle {
  return originalUrl.startsWith('/v1/') || originalUrl.startsWith('/api/v1/') ? 'versioned' : 'prefix';
}

/** A path below the internal mount, below the mount of the request instead. */
export function atMount(path: string, originalUrl: string): string {
  if (!path.startsWith(`${INTERNAL_MOUNT}/`)) return path;
  const rest = originalUrl.length - toInternalUrl(originalUrl).length;
  const mount = originalUrl.slice(0, INTERNAL_MOUNT.length + rest);
  return mount + path.slice(INTERNAL_MOUNT.length);
}

function endsSegment(url: string, at: number): boolean {
  const next = url.charAt(at);
  return next === '/' || next === '?' || next === '';
}
