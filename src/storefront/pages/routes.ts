import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createElement } from 'react';
import { notFound } from '../../platform/errors/app-error.ts';
import { acceptedLanguages, chooseLanguage } from '../../platform/http/request/languages.ts';
import { withoutDefaults } from '../prices/choice.ts';
import type { PageLoader, PageSender, PublicPage, RenderedPage } from '../shell/page-sender.ts';
import { type Language, LANGUAGES } from '../texts/reader.ts';
import { loadComparison } from './compare/load.ts';
import { ComparePage, compareHead } from './compare/page.tsx';
import { type DealerPageData, loadDealer } from './dealer/load.ts';
import { DealerPage, dealerHead } from './dealer/page.tsx';
import { InfoPage, infoHead, loadInfo } from './info/page.tsx';
import { loadHome } from './home/load.ts';
import { HomePage, homeHead } from './home/page.tsx';
import { loadListing } from './listing/load.ts';
import { listingHead } from './listing/head.ts';
import { ListingPage } from './listing/page.tsx';
import { PrintPage, printHead } from './listing/print.tsx';
import { ListingSummaryPage } from './listing/summary.tsx';
import { loadSell, sellHead, SellPage } from './sell/page.tsx';
import { findLanding } from './search/landing.ts';
import { loadSearch } from './search/load.ts';
import { SearchPage, searchHead } from './search/page.tsx';

/** Cached as long as the API responses behind the pages. */
const SEARCH_SECONDS = 60;
const LISTING_SECONDS = 120;
const INFO_SECONDS = 300;

type Query = Readonly<Record<string, unknown>>;
type Params = Readonly<Record<string, string>>;

interface PageRow {
  /** Path without the language. */
  readonly path: string;
  readonly maxAgeSeconds: number;
  /** Returns the loader of the page. Query parameters that it does not read do not make a different page. */
  readonly load: (params: Params, query: Query, baseUrl: string) => PageLoader;
  readonly fromMemory?: (params: Params) => PublicPage['fromMemory'];
}

/** Loads and renders the rest of a page that is not in the cache. */
const pageOf =
  <T>(load: () => T | Promise<T>, render: (data: T) => RenderedPage) =>
  async (): Promise<RenderedPage> =>
    render(await load());

const searchPage =
  (params: Params, query: Query, baseUrl: string): PageLoader =>
  async (context) => {
    const { category, second, third } = params;
    const landing = category === undefined ? null : await findLanding(context, category, second, third);
    return pageOf(await loadSearch(context, query, { landing, dealer: null }), (data) => ({
      head: searchHead(data, context.reader, baseUrl),
      body: createElement(SearchPage, { data, reader: context.reader }),
    }));
  };

const dealerPage =
  (shows: DealerPageData['shows']) =>
  (params: Params, query: Query, baseUrl: string): PageLoader =>
  async (context) => {
    return pageOf(await loadDealer(context, params['slug'] ?? '', shows, query), (data) => ({
      head: dealerHead(data, context.reader, baseUrl),
      body: createElement(DealerPage, { data, reader: context.reader }),
    }));
  };

const comparePage =
  (params: Params, query: Query, baseUrl: string): PageLoader =>
  async (context) => {
    const { reader } = context;
    return pageOf(await loadComparison(context, { token: params['token'] ?? null, query }), (data) => ({
      head: compareHead(data, reader),
      body: createElement(ComparePage, { data, reader, baseUrl }),
    }));
  };

const listingFromMemory =
  (params: Params): PublicPage['fromMemory'] =>
  async (context) => {
    const summary = await context.summaryOf(params['slug'] ?? '');
    if (summary === null) return null;
    const withFacts = await context.cards();
    const [listing = summary] = await withFacts([summary]);
    return {
      head: { title: listing.title, path: `/listing/${listing.slug}`, category: listing.category.slug },
      body: createElement(ListingSummaryPage, { listing, reader: context.reader }),
    };
  };

/** Every public page; each exists in all languages. */
export const PAGES: readonly PageRow[] = [
  {
    path: '/',
    maxAgeSeconds: SEARCH_SECONDS,
    load: (_params, _query, baseUrl) => async (context) =>
      pageOf(await loadHome(context), (data) => ({
        head: homeHead(context.reader, baseUrl),
        body: createElement(HomePage, { data, reader: context.reader }),
      })),
  },
  { path: '/search', maxAgeSeconds: SEARCH_SECONDS, load: searchPage },
  {
    path: '/listing/:slug',
    maxAgeSeconds: LISTING_SECONDS,
    load: (params, query, baseUrl) => async (context) =>
      pageOf(await loadListing(context, params['slug'] ?? '', query), (data) => ({
        head: listingHead(data, context.reader, baseUrl),
        body: createElement(ListingPage, { data, reader: context.reader, baseUrl }),
      })),
    fromMemory: listingFromMemory,
  },
  {
    path: '/listing/:slug/print',
    maxAgeSeconds: LISTING_SECONDS,
    load: (params, _query, baseUrl) => async (context) =>
      pageOf(await loadListing(context, params['slug'] ?? ''), (data) => ({
        head: printHead(data),
        body: createElement(PrintPage, { data, reader: context.reader, baseUrl }),
      })),
    fromMemory: listingFromMemory,
  },
  { path: '/compare', maxAgeSeconds: SEARCH_SECONDS, load: comparePage },
  { path: '/compare/:token', maxAgeSeconds: SEARCH_SECONDS, load: comparePage },
  { path: '/dealer/:slug', maxAgeSeconds: SEARCH_SECONDS, load: dealerPage('stock') },
  { path: '/dealer/:slug/reviews', maxAgeSeconds: SEARCH_SECONDS, load: dealerPage('reviews') },
  {
    path: '/sell',
    maxAgeSeconds: INFO_SECONDS,
    load: () => async (context) =>
      pageOf(await loadSell(context), (plans) => ({
        head: sellHead(context.reader),
        body: createElement(SellPage, { plans, reader: context.reader }),
      })),
  },
  {
    path: '/info/:slug',
    maxAgeSeconds: INFO_SECONDS,
    load: (params) => async (context) =>
      pageOf(await loadInfo(context, params['slug'] ?? ''), (page) => ({
        head: infoHead(page),
        body: createElement(InfoPage, { page, reader: context.reader }),
      })),
  },
  // Register this last: any other segment is a category, or the page does not exist.
  { path: '/:category', maxAgeSeconds: SEARCH_SECONDS, load: searchPage },
  { path: '/:category/:second', maxAgeSeconds: SEARCH_SECONDS, load: searchPage },
  { path: '/:category/:second/:third', maxAgeSeconds: SEARCH_SECONDS, load: searchPage },
];

export async function addPages(app: FastifyInstance, sender: PageSender): Promise<void> {
  for (const language of LANGUAGES) {
    await nextTurn();
    for (const row of PAGES) addPage(app, sender, language, row);
    app.get(`/${language}/*`, pageOptions(sender, language), () => {
      throw notFound('page');
    });
  }
  app.get('/', (request, reply) => {
    const wanted = acceptedLanguages(request.headers['accept-language'] ?? null);
    const language = chooseLanguage(wanted, LANGUAGES, LANGUAGES[0]);
    return reply
      .header('cache-control', 'public, max-age=300')
      .header('vary', 'accept-language')
      .redirect(`/${language}/`, 302);
  });
}

function addPage(app: FastifyInstance, sender: PageSender, language: Language, row: PageRow): void {
  app.get(`/${language}${row.path}`, pageOptions(sender, language), (request, reply) => {
    const params = request.params as Params;
    const prices = sender.priceChoice(request.query as Query);
    const page = {
      maxAgeSeconds: row.maxAgeSeconds,
      prices,
      load: row.load(params, withoutDefaults(request.query as Query, prices), sender.baseUrl),
      fromMemory: row.fromMemory?.(params),
    };
    return sender.send(language, request.url, page, reply);
  });
}

function pageOptions(sender: PageSender, language: Language) {
  return {
    config: { rateLimit: 'pages' as const },
    onRequest: (request: FastifyRequest, reply: FastifyReply) => sender.redirectToOwnOrigin(request, reply),
    errorHandler: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      void sender.sendError(error, language, request, reply),
  };
}
