import { createHash, randomBytes, randomInt } from 'node:crypto';

const TOKEN_BYTES = 32;

/** Returns a random token: 256 bits as base64url after a prefix for its kind. */
export function newToken(prefix: string): string {
  return prefix + randomBytes(TOKEN_BYTES).toString('base64url');
}

/** The form in which tokens are stored: a reader of the database learns no usable one. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Six digits for a person to type. */
export function newCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, '0');
}
