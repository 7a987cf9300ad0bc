/** Files for search engines and devices: robots.txt, sitemaps, icon, manifest. */
import type { FastifyInstance } from 'fastify';
import type { SearchFacets } from '../../modules/discovery/index.ts';
import type { BrandView, CategoryView } from '../../modules/taxonomy/index.ts';
import { type Clock, HOUR_MS } from '../../platform/clock.ts';
import { notFound } from '../../platform/errors/app-error.ts';
import type { MarketApi } from '../market-api.ts';
import { modelsIn } from '../pages/search/models.ts';
import { LANGUAGES } from '../texts/reader.ts';

/** Maximum number of URLs per file in the sitemap protocol. */
const ADDRESSES_MAX = 50_000;
/** Written without a yield: takes about ten milliseconds. */
const BATCH = 1000;
const CACHE = { 'cache-control': 'public, max-age=3600' };
const XML = 'application/xml; charset=utf-8';
const PROLOGUE = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
/** Number of pages per file; each page has a URL in each language. */
const PAGES_PER_FILE = Math.floor(ADDRESSES_MAX / LANGUAGES.length);

/** The same as the cache period of the files. */
const CACHED_MS = HOUR_MS;

interface Entry {
  readonly slug: string;
  readonly updatedAt: Date | null;
}

/** Pages that a walk in the order of their slugs lists: as many as a marketplace has listings or dealers. */
interface WalkedPages {
  /** Prefix of the names of the files. */
  readonly prefix: string;
  readonly folder: string;
  readonly list: (after: string, limit: number) => Promise<readonly Entry[]>;
}

interface WalkedFiles extends WalkedPages {
  readonly starts: () => Promise<readonly string[]>;
}

export interface SearchEngineParts {
  readonly clock: Clock;
  readonly baseUrl: string;
  readonly market: Pick<MarketApi, 'get'>;
  readonly infoLinks: (language: string) => readonly { readonly slug: string }[];
  readonly liveSlugs: WalkedPages['list'];
  /** Slugs of dealers with live listings. */
  readonly liveDealers: WalkedPages['list'];
  /** First segments below the language that belong to other pages: a category of that name has no page. */
  readonly takenSegments: ReadonlySet<string>;
}

export function addSearchEngineFiles(app: FastifyInstance, parts: SearchEngineParts): void {
  const { baseUrl } = parts;
  const walked: readonly WalkedFiles[] = [
    { prefix: '', folder: 'listing', list: parts.liveSlugs },
    { prefix: 'dealers-', folder: 'dealer', list: parts.liveDealers },
  ].map((pages) => ({ ...pages, starts: cachedForHour(() => walkStarts(pages), parts.clock) }));
  const landing = cachedForHour(() => landingPaths(parts), parts.clock);
  // A sitemap contains thousands of listings and is not cached, so it counts like a search.
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
    const pages = filesOf(await landing()).map((_, i) => `pages-${i + 1}`);
    const starts = await Promise.all(walked.map((files) => files.starts()));
    const files = walked.flatMap(({ prefix }, i) => (starts[i] ?? []).map((_, n) => `${prefix}${n + 1}`));
    const entries = [...pages, ...files].map(
      (name) => `<sitemap><loc>${baseUrl}/sitemap/${name}.xml</loc></sitemap>`,
    );
    return reply
      .headers(CACHE)
      .type(XML)
      .send(`${PROLOGUE}<sitemapindex ${NAMESPACE}>${entries.join('')}</sitemapindex>`);
  });
  app.get('/sitemap/:name', { config }, async (request, reply) => {
    const { name } = request.params as { name: string };
    const pieces = await fileOf(name, { ...parts, landing }, walked);
    if (pieces === null) throw notFound('sitemap');
    return reply.headers(CACHE).type(XML).send(urlSet(pieces));
  });
}

async function fileOf(
  name: string,
  parts: SearchEngineParts & { readonly landing: () => Promise<readonly string[]> },
  walked: readonly WalkedFiles[],
): Promise<readonly Buffer[] | null> {
  const [, prefix = '', digits = '0'] = /^([a-z]+-)?([1-9]\d{0,4})\.xml$/.exec(name) ?? [];
  const i = Number(digits) - 1;
  if (prefix === 'pages-') {
    const paths = filesOf(await parts.landing())[i];
    if (paths === undefined) return null;
    return [Buffer.from(paths.flatMap((path) => entriesOf(parts.baseUrl, path, null)).join(''))];
  }
  const files = walked.find((candidate) => candidate.prefix === prefix);
  const starts = (await files?.starts()) ?? [];
  const start = starts[i];
  if (files === undefined || start === undefined) return null;
  return walkedEntries(parts.baseUrl, files, start, starts[i + 1] ?? null);
}

function filesOf(paths: readonly string[]): (readonly string[])[] {
  const files: (readonly string[])[] = [];
  for (let start = 0; start < paths.length; start += PAGES_PER_FILE)
    files.push(paths.slice(start, start + PAGES_PER_FILE));
  return files;
}

/** Caches a value that is expensive to load, because each sitemap file needs all of it. */
function cachedForHour<T>(make: () => Promise<T>, clock: Clock): () => Promise<T> {
  let cached: { readonly value: Promise<T>; readonly until: number } | null = null;
  return () => {
    const now = clock.now().getTime();
    if (cached !== null && cached.until > now) return cached.value;
    const value = make();
    cached = { value, until: now + CACHED_MS };
    value.catch(() => {
      cached = null;
    });
    return value;
  };
}

/** Returns the slug after which each file starts. Walks the slugs in batches of at most one file. */
async function walkStarts({ list }: WalkedPages): Promise<readonly string[]> {
  const starts: string[] = [];
  let after = '';
  let inFile = 0;
  for (;;) {
    const batch = await list(after, BATCH);
    if (batch.length === 0) return starts;
    if (inFile === 0) starts.push(after);
    inFile += batch.length;
    if (inFile >= PAGES_PER_FILE - BATCH) inFile = 0;
    after = batch.at(-1)?.slug ?? '';
    if (batch.length < BATCH) return starts;
  }
}

/**
 * Returns the sitemap entries after `start` up to `end`, read in batches. Files leave space for pages added until the next walk.
 */
async function walkedEntries(
  baseUrl: string,
  { folder, list }: WalkedPages,
  start: string,
  end: string | null,
): Promise<readonly Buffer[]> {
  const pieces: Buffer[] = [];
  let after = start;
  for (let count = 0; count < PAGES_PER_FILE; count += BATCH) {
    const batch = await list(after, Math.min(BATCH, PAGES_PER_FILE - count));
    const entries = batch
      .filter(({ slug }) => end === null || slug <= end)
      .flatMap(({ slug, updatedAt }) => entriesOf(baseUrl, `/${folder}/${slug}`, updatedAt));
    pieces.push(Buffer.from(entries.join('')));
    after = batch.at(-1)?.slug ?? '';
    if (batch.length < BATCH || (end !== null && after >= end)) break;
  }
  return pieces;
}

/**
 * Returns the paths of pages other than those of listings and dealers. Search engines must not list landing pages without
 * listings.
 */
async function landingPaths({ market, infoLinks, takenSegments }: SearchEngineParts): Promise<string[]> {
  const ask = async <T>(path: string, query = {}): Promise<T> =>
    (await market.get<T>(path, LANGUAGES[0], { query })).data;
  const { categories } = await ask<{ categories: readonly CategoryView[] }>('/categories');
  const paths = ['/', '/sell', ...infoLinks(LANGUAGES[0]).map(({ slug }) => `/info/${slug}`)];
  for (const { slug, listingCount, children } of categories) {
    if (listingCount === 0 || takenSegments.has(slug)) continue;
    const { brands } = await ask<{ brands: readonly BrandView[] }>('/brands', { category: slug });
    const seconds = [
      ...children,
      // A subcategory of the same name has the page.
      ...brands.filter((brand) => children.every((child) => child.slug !== brand.slug)),
    ];
    const withListings = seconds.filter((second) => second.listingCount > 0);
    paths.push(`/${slug}`, ...withListings.map((second) => `/${slug}/${second.slug}`));
    // One search at a time, so that searches of users run in between.
    for (const brand of withListings.filter(
      (second) => !children.some((child) => child.slug === second.slug),
    )) {
      const { facets } = await ask<{ facets: Pick<SearchFacets, 'models'> }>('/search', {
        category: slug,
        brand: brand.slug,
        facets: 'models',
        limit: '1',
      });
      paths.push(...modelsIn(facets).map((model) => `/${slug}/${brand.slug}/${model.slug}`));
    }
  }
  return paths;
}

/** Slugs contain no characters that need escaping in XML or URLs. */
function entriesOf(baseUrl: string, path: string, changedAt: Date | null): readonly string[] {
  const changed = changedAt === null ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`;
  return LANGUAGES.map((language) => `<url><loc>${baseUrl}/${language}${path}</loc>${changed}</url>`);
}

/** Joins the entries as bytes. As text, 50,000 URLs would be encoded in one go. */
function urlSet(pieces: readonly Buffer[]): Buffer {
  return Buffer.concat([
    Buffer.from(`${PROLOGUE}<urlset ${NAMESPACE}>`),
    ...pieces,
    Buffer.from('</urlset>'),
  ]);
}

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M25.5 6.5A13.5 13.5 0 1 0 29 20" fill="none" stroke="#0b4f7d" stroke-width="4.5" stroke-linecap="round"/><circle cx="16" cy="16" r="4.5" fill="#ffb000"/></svg>';
