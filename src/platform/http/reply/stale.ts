import type { FastifyReply } from 'fastify';

/** Marks a response from memory that may be out of date, because the database cannot be read (RFC 9211). */
export function markStale(reply: FastifyReply): void {
  reply.header('cache-status', 'fifthwheel; hit; detail="possibly stale: the database is unavailable"');
}
