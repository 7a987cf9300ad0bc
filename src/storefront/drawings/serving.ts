import type { FastifyInstance } from 'fastify';
import { byteCache } from '../../platform/byte-cache.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { sceneOf } from './scene.ts';
import { readDrawingName } from './vehicle.ts';

const DAY_SECONDS = 24 * 60 * 60;
const BYTES_MAX = 4 * 1024 * 1024;

/** `GET /drawings/truck-box-3-red.svg`: drawn on demand, a few kilobytes each. */
export function addDrawings(app: FastifyInstance): void {
  const cache = byteCache<Buffer>({ bytesMax: BYTES_MAX, bytesOf: (svg) => svg.length });
  app.get('/drawings/:name', (request, reply) => {
    const { name } = request.params as { name: string };
    const drawing = name.endsWith('.svg') ? readDrawingName(name.slice(0, -4)) : null;
    if (drawing === null) throw notFound('drawing');
    const svg = cache.get(name) ?? Buffer.from(sceneOf(drawing));
    cache.set(name, svg);
    return reply.header('cache-control', `public, max-age=${DAY_SECONDS}`).type('image/svg+xml').send(svg);
  });
}
