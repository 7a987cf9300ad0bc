import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../platform/errors/app-error.ts';
import type { Storage } from '../../platform/storage/storage.ts';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.avif': 'image/avif',
};

/** Only generated names (lower case, digits, dashes, folders, one dot) can exist. */
const PUBLIC_NAME = /^(?:[a-z0-9][a-z0-9-]*\/)+[a-z0-9][a-z0-9-]*\.[a-z]+$/;
const NAME_LENGTH_MAX = 200;

/** A name is never reused and its bytes never change, so clients can cache it forever. */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
  'content-disposition': 'inline',
} as const;

/** Serves `GET /media/…`: files of the storage below `media/`, through the server wherever the storage is. */
export function serveMedia(app: FastifyInstance, storage: Storage, make: MakeFile): void {
  app.route({
    method: ['GET', 'HEAD'],
    // Fastify's HEAD route would omit the length.
    exposeHeadRoute: false,
    url: '/media/*',
    handler: (request, reply) => send({ storage, make }, request, reply),
  });
}

/** Renders a file that is created at its first request; false for all others. */
type MakeFile = (key: string) => Promise<boolean>;

async function send(
  { storage, make }: { readonly storage: Storage; readonly make: MakeFile },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const name = (request.params as { '*': string })['*'];
  const contentType = CONTENT_TYPES[path.posix.extname(name)];
  if (contentType === undefined || name.length > NAME_LENGTH_MAX || !PUBLIC_NAME.test(name))
    throw notFound('file');
  const key = `media/${name}`;
  const object = (await storage.get(key)) ?? ((await make(key)) ? await storage.get(key) : null);
  if (object === null) throw notFound('file');
  const etag = `"${path.posix.basename(name)}"`;
  reply.headers(HEADERS).header('etag', etag).type(contentType);
  if (namesTag(request.headers['if-none-match'], etag)) {
    object.stream.destroy();
    return reply.code(304).send();
  }
  reply.header('content-length', object.bytes);
  if (request.method !== 'HEAD') return reply.send(object.stream);
  object.stream.destroy();
  return reply.send();
}

function namesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
