import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../actor.ts';
import { clientNetwork } from '../limits/connections.ts';
import type { UploadedFile } from '../uploads/uploads.ts';

/** Content that a repeated request must match: body and fields, and files by their bytes. */
export function contentOf(body: unknown, files: readonly UploadedFile[]): unknown {
  if (files.length === 0) return body;
  return { body, files: files.map(({ field, filename, sha256 }) => ({ field, filename, sha256 })) };
}

/** Rate limits apply per account, shared by its API keys, or else per client network. Requests in a view count against its administrator. */
export function clientOf(actor: Actor, request: FastifyRequest): string {
  if (actor.kind !== 'user') return `ip:${clientNetwork(request.ip)}`;
  const { credential } = actor;
  return `user:${credential.kind === 'view' ? credential.viewedBy : actor.userId}`;
}

/**
 * Returns the account whose rows a request writes: the company, whose members lock the same rows, or else the user. Jobs use the
 * same account. Anonymous clients of one network have nothing in common, and no account.
 */
export function writerOf(actor: Actor): string | null {
  if (actor.kind !== 'user') return null;
  return actor.seller?.sellerId ?? actor.userId;
}

/** Owner of the responses stored for an Idempotency-Key: each API key has its own. */
export function principalOf(actor: Actor, request: FastifyRequest): string {
  if (actor.kind !== 'user') return `ip:${clientNetwork(request.ip)}`;
  return actor.credential.kind === 'apiKey' ? `key:${actor.credential.keyId}` : `user:${actor.userId}`;
}
