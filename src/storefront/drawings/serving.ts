import type { FastifyInstance } from 'fastify';
import { entryOf } from '@fifthwheel/text/entry-of';
import { byteCache } from '../../platform/byte-cache.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { combination, cutOut, sceneOf } from './scene.ts';
import { readDrawingName, VIEWS } from './vehicle.ts';

const DAY_SECONDS = 24 * 60 * 60;
const BYTES_MAX = 4 * 1024 * 1024;

/** Drawings that pages are decorated with. */
const SCENES: Readonly<Record<string, () => string>> = {
  hero: () =>
    combination({ shape: 'semi', body: 'curtain', axles: 3, color: 'blue' }, 'white', '30 148 600 232'),
  entry: () =>
    cutOut({ shape: 'tractor', body: 'none', axles: 2, color: 'red', cab: 'mega' }, '0 50 640 390'),
};

/** `GET /drawings/truck-box-3-red.svg`: drawn on demand, a few kilobytes each. */
export function addDrawings(app: FastifyInstance): void {
  const cache = byteCache<Buffer>({ bytesMax: BYTES_MAX, bytesOf: (svg) => svg.length });
  app.get('/drawings/:name', (request, reply) => {
    const { name } = request.params as { name: string };
    const svg = cache.get(name) ?? draw(name);
    if (svg === null) throw notFound('drawing');
    cache.set(name, svg);
    return reply.header('cache-control', `public, max-age=${DAY_SECONDS}`).type('image/svg+xml').send(svg);
  });
}

function draw(file: string): Buffer | null {
  if (!file.endsWith('.svg')) return null;
  const name = file.slice(0, -'.svg'.length);
  const scene = entryOf(SCENES, name);
  if (scene !== undefined) return Buffer.from(scene());
  const found = readDrawingName(name);
  return found === null
    ? null
    : Buffer.from(sceneOf(found.drawing, found.view === undefined ? {} : VIEWS[found.view]));
}
