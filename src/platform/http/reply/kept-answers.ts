import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Compressible, type Encoded, encodedOnce } from './compressed.ts';
import { hashTag } from './etag.ts';

interface KeptAnswer extends Compressible {
  readonly etag: string;
  uses: number;
}

/** By the very buffer: whoever keeps an answer hands out the same one each time. Goes with it. */
const answers = new WeakMap<Buffer, KeptAnswer>();

function answerOf(bytes: Buffer): KeptAnswer {
  const known = answers.get(bytes);
  if (known !== undefined) return known;
  const answer: KeptAnswer = { bytes, etag: hashTag(bytes), uses: 0 };
  answers.set(bytes, answer);
  return answer;
}

export function tagOf(text: string | Buffer): string {
  return typeof text === 'string' ? hashTag(text) : answerOf(text).etag;
}

/** What is kept is compressed by ourselves, once; the proxy compresses the rest. */
export function sendJson(
  text: string | Buffer,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  reply.type('application/json; charset=utf-8');
  return typeof text === 'string' ? reply.send(text) : sendKept(text, headers, reply);
}

/** An answer that is sent for the first time may be the last: it is not worth the work of a good compression. */
function sendKept(bytes: Buffer, headers: FastifyRequest['headers'], reply: FastifyReply): FastifyReply {
  const answer = answerOf(bytes);
  if (answer.uses++ === 0) return reply.send(bytes);
  const accepted = headers['accept-encoding'];
  encodedOnce(answer, typeof accepted === 'string' ? accepted : '').then(
    (encoded) => sendEncoded(encoded, reply),
    (error: unknown) => reply.send(error),
  );
  return reply;
}

function sendEncoded({ body, encoding }: Encoded, reply: FastifyReply): void {
  if (encoding !== null) {
    reply.header('content-encoding', encoding);
    // Other bytes under the same tag: equal in what they say only.
    const etag = reply.getHeader('etag');
    if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`);
  }
  reply.send(body);
}
