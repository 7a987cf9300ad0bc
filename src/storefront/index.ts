/** The storefront, served by the same server as the API. */
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AccountViews, BrowserSessions } from '../modules/auth/index.ts';
import type { PricePositions, SearchService } from '../modules/discovery/index.ts';
import type { InfoPages } from '../modules/info-pages/index.ts';
import type { Listings } from '../modules/listings/index.ts';
import type { Settings } from '../modules/settings/index.ts';
import type { Taxonomy } from '../modules/taxonomy/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Keys } from '../platform/crypto/keys.ts';
import type { OwnOrigins } from '../platform/http/access/same-origin.ts';
import { acceptedLanguages, chooseLanguage } from '../platform/http/request/languages.ts';
import type { SendUnknown } from '../platform/http/server.ts';
import type { RateLimits } from '../platform/http/limits/rate-limits.ts';
import type { AnyRouteRow } from '../platform/http/route.ts';
import type { Wording } from '../platform/wording.ts';
import { addDesks } from './desk/desk.tsx';
import { addDrawings } from './drawings/serving.ts';
import { MarketApi } from './market-api.ts';
import { addOwnPages } from './own/index.ts';
import { addPages } from './pages/routes.ts';
import { addSession } from './session/session.routes.ts';
import { addSearchEngineFiles } from './shell/search-engines.ts';
import { ASSETS_DIRECTORY, readAssets } from './shell/assets.ts';
import { PageSender } from './shell/page-sender.ts';
import { LANGUAGES } from './texts/reader.ts';

export interface StorefrontParts {
  readonly routes: readonly AnyRouteRow[];
  readonly clock: Clock;
  readonly wallClock: Clock;
  readonly wording: Wording;
  readonly baseUrl: string;
  readonly origins: OwnOrigins;
  readonly rateLimits: RateLimits;
  readonly taxonomy: Taxonomy;
  readonly settings: Pick<Settings, 'get'>;
  readonly browsers: BrowserSessions;
  readonly isEmailVerified: (email: string) => Promise<boolean>;
  readonly views: Pick<AccountViews, 'end'>;
  readonly keys: Keys;
  readonly infoPages: Pick<InfoPages, 'links'>;
  readonly isDatabaseAway: () => boolean;
  /** Whether descriptions and messages can be translated by machine. */
  readonly offersTranslation: boolean;
  readonly search: Pick<SearchService, 'summaryOf'>;
  readonly pricePositions: Pick<PricePositions, 'ofCards'>;
  readonly listings: Pick<Listings, 'cardFacts' | 'liveDealers' | 'liveSlugs' | 'recordView' | 'wasListed'>;
}

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Returns the handler of unknown paths, which sends a page in the visitor's language. */
export async function addStorefront(app: FastifyInstance, parts: StorefrontParts): Promise<SendUnknown> {
  const takenSegments = new Set<string>();
  app.addHook('onRoute', ({ url }) => {
    const [, language, first = ''] = url.split('/');
    if (language === LANGUAGES[0] && /^[^:*]/.test(first)) takenSegments.add(first);
  });
  await app.register(fastifyStatic, {
    root: path.join(ASSETS_DIRECTORY, 'assets'),
    prefix: '/assets/',
    index: false,
    decorateReply: false,
    preCompressed: true,
    maxAge: YEAR_SECONDS * 1000,
    immutable: true,
  });
  addDrawings(app);
  const { cardFacts, wasListed } = parts.listings;
  await nextTurn();
  const market = new MarketApi(parts.routes, parts.clock);
  const assets = readAssets();
  const infoLinks = (language: string) => parts.infoPages.links(language);
  const sender = new PageSender({
    ...parts,
    cardFacts,
    wasListed,
    pricePositions: (ids) => parts.pricePositions.ofCards(ids),
    summaryOf: (slug, language) => parts.search.summaryOf(slug, [language]),
    infoLinks,
    assets,
    api: market,
  });
  // A visitor is an IP address with a user agent, which clients choose: the rate limit bounds the number of visitors.
  app.post('/web/views/:id', { config: { rateLimit: 'pages' } }, async (request, reply) => {
    parts.origins.require(request, 'page');
    const { id } = request.params as { id: string };
    const userAgent = request.headers['user-agent'] ?? null;
    await parts.listings.recordView(id, { ip: request.ip, userAgent });
    return reply.code(204).send();
  });
  await nextTurn();
  addDesks(app, { ...parts, sender, assets });
  addSession(app, { ...parts, market });
  await addOwnPages(app, { ...parts, market, sender });
  await addPages(app, sender);
  addSearchEngineFiles(app, { ...parts, ...parts.listings, market, infoLinks, takenSegments });
  return (error, request, reply) => {
    if (!isPageRequest(request)) return false;
    const wanted = acceptedLanguages(request.headers['accept-language'] ?? null);
    void sender.sendError(error, chooseLanguage(wanted, LANGUAGES, LANGUAGES[0]), request, reply);
    return true;
  };
}

/** First segments of paths that only programs request. */
const FOR_PROGRAMS = new Set(['api', 'v1', 'web', 'mcp', 'sandbox', 'metrics', '.well-known']);

/** Returns whether the client is a browser or accepts any type. Programs send credentials or accept only JSON or images. */
function isPageRequest({ method, originalUrl, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  if (FOR_PROGRAMS.has(/^\/([^/?]*)/.exec(originalUrl)?.[1] ?? '')) return false;
  if (headers.authorization !== undefined || headers['x-api-key'] !== undefined) return false;
  const { accept = '' } = headers;
  return accept === '*/*' || accept.includes('text/html');
}
