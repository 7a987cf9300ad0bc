import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  COMPRESSED_FROM_BYTES,
  type Compressible,
  encodedOnce,
  acceptsBrotli,
  acceptsGzip,
} from './compressed.ts';
import { hashTag } from './etag.ts';

interface CachedResponse extends Compressible {
  readonly etag: string;
  uses: number;
}

/** Keyed by the buffer itself: a cache returns the same one each time, and its entry is collected with it. */
const responses = new WeakMap<Buffer, CachedResponse>();

function answerOf(bytes: Buffer): CachedResponse {
  const known = responses.get(bytes);
  if (known !== undefined) return known;
  const response: CachedResponse = { bytes, etag: hashTag(bytes), uses: 0 };
  responses.set(bytes, response);
  return response;
}

export function tagOf(text: string | Buffer): string {
  return typeof text === 'string' ? hashTag(text) : answerOf(text).etag;
}

/**
 * The tag as this client gets it, in 200 and 304 alike: weak where the body may be sent compressed, because the bytes then differ under one
 * tag.
 */
export function tagFor(etag: string, text: string | Buffer, headers: FastifyRequest['headers']): string {
  const isCompressible = typeof text !== 'string' && text.length >= COMPRESSED_FROM_BYTES;
  if (!isCompressible || etag.startsWith('W/')) return etag;
  const accepted = acceptedEncodings(headers);
  return acceptsBrotli(accepted) || acceptsGzip(accepted) ? `W/${etag}` : etag;
}

function acceptedEncodings(headers: FastifyRequest['headers']): string {
  const accepted = headers['accept-encoding'];
  return typeof accepted === 'string' ? accepted : '';
}

/** Cached responses are compressed here, once; the proxy compresses the rest. */
export function sendJson(
  text: string | Buffer,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply.type('application/json; charset=utf-8');
  return typeof text === 'string' ? reply.send(text) : sendKept(text, headers, reply);
}

/** A response that is sent for the first time may never be sent again, so it is not worth strong compression. */
function sendKept(bytes: Buffer, headers: FastifyRequest['headers'], reply: FastifyReply): FastifyReply {
  const response = answerOf(bytes);
  if (response.uses++ === 0) return reply.send(bytes);
  encodedOnce(response, acceptedEncodings(headers)).then(
    ({ body, encoding }) => {
      if (encoding !== null) reply.header('content-encoding', encoding);
      reply.send(body);
    },
    (error: unknown) => reply.send(error),
  );
  return reply;
}
