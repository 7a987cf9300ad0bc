import type { FastifyReply, FastifyRequest } from 'fastify';
import { createElement, Fragment, type ReactElement } from 'react';
import type { Clock } from '../../platform/clock.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { AppError } from '../../platform/errors/app-error.ts';
import type { OwnOrigins } from '../../platform/http/access/same-origin.ts';
import { matches } from '../../platform/http/reply/etag.ts';
import { markStale } from '../../platform/http/reply/stale.ts';
import { headersOf, clientErrorFor, failedRequest } from '../../platform/http/reply/errors.ts';
import type { Wording } from '../../platform/wording.ts';
import type { Listings } from '../../modules/listings/index.ts';
import type { ExchangeRates, Settings } from '../../modules/settings/index.ts';
import type { Taxonomy } from '../../modules/taxonomy/index.ts';
import { markupOf } from '../kept-markup.ts';
import { encoded, KeptPages, type Page } from '../kept-pages.ts';
import type { MarketApi } from '../market-api.ts';
import { type CardParts, MovedPage, pageContext, type PageContext } from '../page-context.ts';
import { ErrorPage, errorHead, type ErrorPageProps } from '../pages/error/page.tsx';
import { type PriceChoice, readOwnPriceChoice, readPriceChoice } from '../prices/choice.ts';
import { keepPrices, withKeptPrices } from '../prices/kept-links.ts';
import type { TextKey } from '../texts/generated/keys.ts';
import { type Language, LANGUAGES, Reader } from '../texts/reader.ts';
import type { CardListing } from '../cards/card-listing.ts';
import { Notice } from '../ui/notice.tsx';
import { StaleNotice } from '../ui/stale-notice.tsx';
import type { Assets } from './assets.ts';
import { Document, type Frame, type PageHead } from './document.tsx';
import type { InfoLink } from './footer.tsx';
import type { NavCategory } from './header.tsx';

/** Forbids inline scripts and styles, and other hosts. */
const PAGE_CSP =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const PAGE_HEADERS = {
  'content-security-policy': PAGE_CSP,
  'referrer-policy': 'same-origin',
  vary: 'accept-encoding',
} as const;
const DOCTYPE = Buffer.from('<!doctype html>');
/** Cached pages contain no notifications; they are inserted here. */
const CONTENT_START = Buffer.from('<main id="content" tabindex="-1">');
const LIMITED = 429;
const NAV_KEPT_MS = MINUTE_MS;
/** Request IDs need no HTML escaping. */
const REQUEST_ID_PLACE = '00000000-0000-0000-0000-000000000000';

export interface RenderedPage {
  readonly head: PageHead;
  readonly body: ReactElement;
}

/** Loads the data of a page. Returns the rendering as a function, which is called only if the page is not cached. */
export type PageLoader = (context: PageContext) => Promise<() => Promise<RenderedPage>>;

export interface PublicPage {
  readonly maxAgeSeconds: number;
  readonly prices: PriceChoice;
  readonly load: PageLoader;
  /** Fallback while the database is unavailable and the page is not cached; null: none. */
  readonly fromMemory?: ((context: PageContext) => Promise<RenderedPage | null>) | undefined;
}

export interface PageSenderParts {
  readonly api: MarketApi;
  readonly assets: Assets;
  readonly clock: Clock;
  readonly wallClock: Clock;
  readonly wording: Wording;
  readonly baseUrl: string;
  readonly origins: OwnOrigins;
  readonly taxonomy: Taxonomy;
  readonly settings: Pick<Settings, 'get'>;
  /** The same array as long as nothing changes. */
  readonly infoLinks: (language: Language) => readonly InfoLink[];
  readonly cardFacts: Listings['cardFacts'];
  readonly offersTranslation: boolean;
  readonly pricePositions: CardParts['pricePositions'];
  readonly wasListed: (slug: string) => Promise<boolean>;
  readonly summaryOf: (slug: string, language: Language) => Promise<CardListing | null>;
  /** Whether the database is known to be unavailable; pages are then rendered from memory. */
  readonly isDatabaseAway: () => boolean;
}

interface Navigation {
  readonly categories: readonly NavCategory[];
  readonly until: number;
}

export class PageSender {
  readonly #parts: PageSenderParts;
  readonly #cached = new KeptPages();
  readonly #readers: Readonly<Record<Language, Reader>>;
  readonly #navigation = new Map<Language, Navigation>();

  constructor(parts: PageSenderParts) {
    this.#parts = parts;
    this.#readers = Object.fromEntries(
      LANGUAGES.map((language) => [language, new Reader(language, parts.wording)]),
    ) as Record<Language, Reader>;
  }

  get baseUrl(): string {
    return this.#parts.baseUrl;
  }

  priceChoice(query: Readonly<Record<string, unknown>>): PriceChoice {
    return readPriceChoice(query, this.#rates);
  }

  ownPriceChoice({ query, headers }: Pick<FastifyRequest, 'query' | 'headers'>): PriceChoice {
    return readOwnPriceChoice(query as Readonly<Record<string, unknown>>, headers.cookie, this.#rates);
  }

  get #rates(): ExchangeRates {
    return this.#parts.settings.get('exchangeRates');
  }

  now(): Date {
    return this.#parts.clock.now();
  }

  /** Redirects requests for other host names to BASE_URL. */
  async redirectToOwnOrigin(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
    const address = this.#parts.origins.movedTo(request);
    return address === null
      ? undefined
      : reply.header('cache-control', 'private, no-store').redirect(address, 302);
  }

  /**
   * Sends a page that is the same for all visitors. `key` identifies it among all pages of the language. While the database is
   * unavailable, the page is rendered from memory, or is the last cached one, or shows the part in memory; each says so.
   */
  async send(
    language: Language,
    key: string,
    { maxAgeSeconds, prices, load, fromMemory }: PublicPage,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const name = `${language} ${key}`;
    const found = await this.#load(language, name, { load, prices }).catch(async (error: unknown) => {
      if (!this.#isUnavailable(error)) throw error;
      const bytes = this.#cached.last(name)?.bytes ?? (await this.#fromMemory(language, prices, fromMemory));
      if (bytes === null) throw error;
      return { staleBytes: bytes };
    });
    if (found instanceof MovedPage)
      return reply
        .header('cache-control', `public, max-age=${maxAgeSeconds}`)
        .redirect(keepPrices(`/${language}${found.path}`, prices), 301);
    if ('staleBytes' in found) return this.#sendStale(found.staleBytes, language, reply);
    reply.headers(PAGE_HEADERS).header('cache-control', `public, max-age=${maxAgeSeconds}`);
    return this.#sendBytes(found, reply);
  }

  async #load(
    language: Language,
    name: string,
    { load, prices }: Pick<PublicPage, 'load' | 'prices'>,
  ): Promise<Page | MovedPage | { readonly staleBytes: Buffer }> {
    const reader = this.#readers[language];
    const categories = await this.#categories(language);
    // Edited texts change every page.
    const sources: unknown[] = [categories, reader.edition, this.#parts.infoLinks(language)];
    const render = await load(this.#context(reader, sources, prices)).catch((error: unknown) => {
      if (error instanceof MovedPage) return error;
      throw error;
    });
    if (render instanceof MovedPage) return render;
    const isDatabaseAway = this.#parts.isDatabaseAway();
    const cached = this.#cached.find(name, sources);
    if (cached !== undefined) return isDatabaseAway ? { staleBytes: cached.bytes } : cached;
    const { head, body } = await render();
    const bytes = this.#document(head, body, { reader, categories, prices });
    // Do not cache the page, because it may lack data from the database.
    return isDatabaseAway ? { staleBytes: bytes } : this.#cached.keep(name, bytes, sources);
  }

  async #fromMemory(
    language: Language,
    prices: PriceChoice,
    load: PublicPage['fromMemory'],
  ): Promise<Buffer | null> {
    const reader = this.#readers[language];
    const page = (await load?.(this.#context(reader, [], prices))) ?? null;
    if (page === null) return null;
    const categories = await this.#categories(language);
    return this.#document(page.head, page.body, { reader, categories, prices });
  }

  #context(reader: Reader, sources: unknown[], choice: PriceChoice): PageContext {
    const rates = this.#rates;
    const deliveryTerms = this.#parts.settings.get('delivery.estimate');
    return pageContext({ ...this.#parts, reader, choice, rates, deliveryTerms }, sources);
  }

  #sendStale(bytes: Buffer, language: Language, reply: FastifyReply): FastifyReply {
    const notice = markupOf(createElement(StaleNotice, { reader: this.#readers[language] }));
    const at = bytes.indexOf(CONTENT_START) + CONTENT_START.length;
    markStale(reply);
    return reply
      .headers(PAGE_HEADERS)
      .header('cache-control', 'private, no-store')
      .type('text/html; charset=utf-8')
      .send(Buffer.concat([bytes.subarray(0, at), notice, bytes.subarray(at)]));
  }

  #isUnavailable(error: unknown): boolean {
    return clientErrorFor(error)?.code === 'SERVICE_UNAVAILABLE';
  }

  readerOf(language: Language): Reader {
    return this.#readers[language];
  }

  /** The context of a page that is not cached. */
  ownContext(language: Language, prices: PriceChoice): PageContext {
    return this.#context(this.#readers[language], [], prices);
  }

  /** Sends a page of one user, which is not cached. */
  async sendOwn(
    language: Language,
    page: RenderedPage & {
      readonly notice: TextKey | null;
      readonly status: number;
      readonly prices: PriceChoice;
    },
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const reader = this.#readers[language];
    const categories = await this.#categories(language);
    const notice = page.notice === null ? null : createElement(Notice, { text: reader.text(page.notice) });
    const isStale = this.#parts.isDatabaseAway();
    if (isStale) markStale(reply);
    const stale = isStale ? createElement(StaleNotice, { reader }) : null;
    const body = createElement(Fragment, null, stale, notice, page.body);
    return reply
      .code(page.status)
      .headers(PAGE_HEADERS)
      .header('cache-control', 'private, no-store')
      .type('text/html; charset=utf-8')
      .send(this.#document(page.head, body, { reader, categories, prices: page.prices, isOwn: true }));
  }

  /** Sends the page of an application, whole and uncached. */
  sendApplication(html: string, reply: FastifyReply): FastifyReply {
    return reply
      .headers(PAGE_HEADERS)
      .header('cache-control', 'private, no-store')
      .type('text/html; charset=utf-8')
      .send(html);
  }

  /** Sends an error page with the text of its status; `typed` renders the input of the form that failed. */
  async sendError(
    error: unknown,
    language: Language,
    request: FastifyRequest,
    reply: FastifyReply,
    typed: (isWorthRetrying: boolean) => ReactElement | null = () => null,
  ): Promise<FastifyReply> {
    const refusal = clientErrorFor(error);
    if (refusal === null) request.log.error({ ...failedRequest(request), err: error }, 'a page failed');
    const status = statusOf(refusal);
    const message = refusal === null ? null : this.#readers[language].refusal(refusal).message;
    if (refusal !== null) reply.headers(headersOf(refusal, this.#parts.wallClock.now()));
    return reply
      .code(status)
      .headers(PAGE_HEADERS)
      .header('cache-control', 'private, no-store')
      .type('text/html; charset=utf-8')
      .send(
        await this.#errorDocument(language, {
          status,
          message,
          requestId: request.id,
          typed: typed(status >= 500 || status === LIMITED),
        }),
      );
  }

  async #errorDocument(language: Language, error: Omit<ErrorPageProps, 'reader'>): Promise<Buffer | string> {
    const reader = this.#readers[language];
    const categories = await this.#categories(language).catch(() => []);
    const render = (requestId: string): Buffer => {
      const props = { ...error, requestId, reader };
      return this.#document(errorHead(props), createElement(ErrorPage, props), {
        reader,
        categories,
        prices: null,
      });
    };
    if (error.status !== LIMITED || error.typed !== null) return render(error.requestId);
    // Response to rate-limited requests: the same for all of them, except for the ID.
    const name = `${language} ${LIMITED}`;
    const sources = [categories, reader.edition, this.#parts.infoLinks(language)];
    const page =
      this.#cached.find(name, sources) ?? this.#cached.keep(name, render(REQUEST_ID_PLACE), sources);
    return page.bytes.toString().replace(REQUEST_ID_PLACE, () => error.requestId);
  }

  #document(
    head: PageHead,
    body: ReactElement,
    {
      reader,
      categories,
      prices,
      isOwn = false,
    }: Pick<Frame, 'reader' | 'categories'> & { prices: PriceChoice | null; isOwn?: boolean },
  ): Buffer {
    const { assets, baseUrl, infoLinks } = this.#parts;
    const offer = prices === null ? null : { choice: prices, rates: this.#rates, isOwn };
    const info = infoLinks(reader.language);
    const frame: Frame = { reader, assets, baseUrl, categories, info, prices: offer };
    const markup = markupOf(createElement(Document, { head, frame }, body));
    return Buffer.concat([DOCTYPE, prices === null ? markup : withKeptPrices(markup, prices)]);
  }

  async #sendBytes(page: Page, reply: FastifyReply): Promise<FastifyReply> {
    const { headers } = reply.request;
    reply.header('etag', page.etag).type('text/html; charset=utf-8');
    if (matches(headers['if-none-match'], page.etag)) return reply.code(304).send();
    const accepted = headers['accept-encoding'];
    const { body, encoding } = await encoded(page, typeof accepted === 'string' ? accepted : '');
    if (encoding !== null) reply.header('content-encoding', encoding);
    return reply.send(body);
  }

  /** Categories with live listings, counted every minute. */
  async #categories(language: Language): Promise<readonly NavCategory[]> {
    const now = this.#parts.clock.now().getTime();
    const known = this.#navigation.get(language);
    if (known !== undefined && known.until > now) return known.categories;
    const { data } = await this.#parts.api.get<{
      categories: readonly { slug: string; name: string; listingCount: number }[];
    }>('/categories', language);
    const found = data.categories
      .filter(({ listingCount }) => listingCount > 0)
      .map(({ slug, name, listingCount }) => ({ slug, name, count: listingCount }));
    // The same object while nothing has changed, so that cached pages stay.
    const categories =
      known !== undefined && JSON.stringify(known.categories) === JSON.stringify(found)
        ? known.categories
        : found;
    this.#navigation.set(language, { categories, until: now + NAV_KEPT_MS });
    return categories;
  }
}

function statusOf(refusal: AppError | null): number {
  if (refusal === null) return 500;
  // The URL is invalid; 422 is for bodies.
  return refusal.status === 422 ? 400 : refusal.status;
}
