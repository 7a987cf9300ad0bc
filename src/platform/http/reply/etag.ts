import { createHash } from 'node:crypto';

/** Returns the entity tag of the content. */
export function hashTag(text: string | Buffer): string {
  return `"${createHash('sha1').update(text).digest('base64url').slice(0, 20)}"`;
}

/** Whether an If-None-Match header names the tag; weak tags compare like strong ones (RFC 9110, section 13.1.2). */
export function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''));
}
