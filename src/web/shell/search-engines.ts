/** What search engines and devices ask for beside pages: robots.txt, sitemaps, the icon, the manifest. */
import type { FastifyInstance } from 'fastify';
import type { Taxonomy } from '../../modules/taxonomy/index.ts';
import { type Clock, HOUR_MS } from '../../platform/clock.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import { LANGUAGES } from '../texts/reader.ts';

/** The most addresses that the sitemap protocol allows in a file. */
const ADDRESSES_MAX = 50_000;
/** Read and written without a break: some ten milliseconds. */
const BATCH = 1000;
const CACHE = { 'cache-control': 'public, max-age=3600' };
const XML = 'application/xml; charset=utf-8';
const PROLOGUE = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
/** A listing has an address in each language. */
const LISTINGS_A_FILE = Math.floor(ADDRESSES_MAX / LANGUAGES.length);

/** As long as the files themselves are cached. */
const STARTS_KEPT_MS = HOUR_MS;

export interface SearchEngineParts {
  readonly clock: Clock;
  readonly baseUrl: string;
  readonly taxonomy: Taxonomy;
  readonly infoLinks: (language: string) => readonly { readonly slug: string }[];
  readonly liveSlugs: (after: string, limit: number) => Promise<readonly { slug: string; updatedAt: Date }[]>;
}

export function addSearchEngineFiles(app: FastifyInstance, parts: SearchEngineParts): void {
  const { baseUrl } = parts;
  const fileStarts = keptStarts(parts);
  // A file has the addresses of thousands of listings, read anew: as much work as a search.
  const config = { rateLimit: 'search' } as const;
  app.get('/robots.txt', (_request, reply) =>
    reply
      .headers(CACHE)
      .type('text/plain; charset=utf-8')
      .send(
        `User-agent: *\nDisallow: /api/\nDisallow: /v1/\nDisallow: /web/\n\nSitemap: ${baseUrl}/sitemap.xml\n`,
      ),
  );
  app.get('/icon.svg', (_request, reply) => reply.headers(CACHE).type('image/svg+xml').send(ICON));
  app.get('/manifest.webmanifest', (_request, reply) =>
    reply
      .headers(CACHE)
      .type('application/manifest+json; charset=utf-8')
      .send(
        JSON.stringify({
          name: 'Fifthwheel',
          short_name: 'Fifthwheel',
          start_url: '/',
          display: 'browser',
          background_color: '#f4f5f2',
          theme_color: '#0b4f7d',
          icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }],
        }),
      ),
  );
  app.get('/sitemap.xml', { config }, async (_request, reply) => {
    const starts = await fileStarts();
    const files = ['categories', ...starts.map((_, at) => String(at + 1))];
    const entries = files.map((name) => `<sitemap><loc>${baseUrl}/sitemap/${name}.xml</loc></sitemap>`);
    return reply
      .headers(CACHE)
      .type(XML)
      .send(`${PROLOGUE}<sitemapindex ${NAMESPACE}>${entries.join('')}</sitemapindex>`);
  });
  app.get('/sitemap/:name', { config }, async (request, reply) => {
    const { name } = request.params as { name: string };
    if (name === 'categories.xml')
      return reply
        .headers(CACHE)
        .type(XML)
        .send(urlSet([Buffer.from(landingEntries(parts).join(''))]));
    const number = Number(/^([1-9]\d{0,4})\.xml$/.exec(name)?.[1] ?? 0);
    const starts = number === 0 ? [] : await fileStarts();
    const start = starts[number - 1];
    if (start === undefined) throw notFound('sitemap');
    return reply
      .headers(CACHE)
      .type(XML)
      .send(urlSet(await listingEntries(parts, start, starts[number] ?? null)));
  });
}

/** A walk over the whole market, which crawlers ask for with each file. */
function keptStarts(parts: SearchEngineParts): () => Promise<readonly string[]> {
  let kept: { readonly starts: Promise<readonly string[]>; readonly until: number } | null = null;
  return () => {
    const now = parts.clock.now().getTime();
    if (kept !== null && kept.until > now) return kept.starts;
    const starts = walkStarts(parts);
    kept = { starts, until: now + STARTS_KEPT_MS };
    starts.catch(() => {
      kept = null;
    });
    return starts;
  };
}

/** The slug after which each file begins: walked in batches, no more at once than one file has. */
async function walkStarts({ liveSlugs }: SearchEngineParts): Promise<readonly string[]> {
  const starts: string[] = [];
  let after = '';
  let inFile = 0;
  for (;;) {
    const batch = await liveSlugs(after, BATCH);
    if (batch.length === 0) return starts;
    if (inFile === 0) starts.push(after);
    inFile += batch.length;
    if (inFile >= LISTINGS_A_FILE - BATCH) inFile = 0;
    after = batch.at(-1)?.slug ?? '';
    if (batch.length < BATCH) return starts;
  }
}

/** From after one slug to another, in pieces; there is room for what is added between them until the next walk. */
async function listingEntries(
  parts: SearchEngineParts,
  start: string,
  end: string | null,
): Promise<readonly Buffer[]> {
  const pieces: Buffer[] = [];
  let after = start;
  for (let count = 0; count < LISTINGS_A_FILE; count += BATCH) {
    const batch = await parts.liveSlugs(after, Math.min(BATCH, LISTINGS_A_FILE - count));
    const entries = batch
      .filter(({ slug }) => end === null || slug <= end)
      .flatMap(({ slug, updatedAt }) => entryOf(parts.baseUrl, `/listing/${slug}`, updatedAt));
    pieces.push(Buffer.from(entries.join('')));
    after = batch.at(-1)?.slug ?? '';
    if (batch.length < BATCH || (end !== null && after >= end)) break;
  }
  return pieces;
}

function landingEntries({ taxonomy, baseUrl, infoLinks }: SearchEngineParts): readonly string[] {
  const { categories } = taxonomy.current;
  return [
    ...['/', '/sell'].flatMap((path) => entryOf(baseUrl, path, null)),
    ...infoLinks(LANGUAGES[0]).flatMap(({ slug }) => entryOf(baseUrl, `/info/${slug}`, null)),
    ...categories.flatMap((category) => {
      const parent = category.parentId === null ? undefined : taxonomy.current.category(category.parentId);
      return entryOf(
        baseUrl,
        parent === undefined ? `/${category.slug}` : `/${parent.slug}/${category.slug}`,
        null,
      );
    }),
  ];
}

/** Slugs have no characters that XML or addresses would need escaped. */
function entryOf(baseUrl: string, path: string, changedAt: Date | null): readonly string[] {
  const changed = changedAt === null ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`;
  return LANGUAGES.map((language) => `<url><loc>${baseUrl}/${language}${path}</loc>${changed}</url>`);
}

/** As bytes: joined as texts, those of 50,000 addresses would be turned into bytes all at once. */
function urlSet(pieces: readonly Buffer[]): Buffer {
  return Buffer.concat([
    Buffer.from(`${PROLOGUE}<urlset ${NAMESPACE}>`),
    ...pieces,
    Buffer.from('</urlset>'),
  ]);
}

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M25.5 6.5A13.5 13.5 0 1 0 29 20" fill="none" stroke="#0b4f7d" stroke-width="4.5" stroke-linecap="round"/><circle cx="16" cy="16" r="4.5" fill="#ffb000"/></svg>';
