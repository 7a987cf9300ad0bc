import { createHash, randomBytes, randomInt } from 'node:crypto';

const TOKEN_BYTES = 32;

/** An unguessable text (256 bits, base64url) after a prefix that tells what it is. */
export function newToken(prefix: string): string {
  return prefix + randomBytes(TOKEN_BYTES).toString('base64url');
}

/** How tokens are stored: whoever reads the database can use none of them. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** Six digits for a person to type. */
export function newCode(): string {
  return String(randomInt(0, 1_000_000)).padStart(6, '0');
}
