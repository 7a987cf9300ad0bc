import type { Pool } from 'undici';
import { type Random, seeded } from './search-documents.ts';

/** One request of the day. */
export interface SentRequest {
  readonly kind: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly token?: string;
  readonly body?: unknown;
}

interface Listed {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly brand: { readonly slug: string };
}

interface Buyer {
  readonly token: string;
  readonly conversationId: string;
}

const BUYERS = 20;
const LISTINGS_KNOWN = 2000;
const PAGE = 100;
/** Share of each kind of request, in percent. */
const SHARES = [
  ['search, words', 20],
  ['search, filters and facets', 15],
  ['list', 15],
  ['detail', 25],
  ['suggestions', 5],
  ['own listings', 4],
  ['conversations', 4],
  ['favorites', 4],
  ['notifications', 2],
  ['dashboard', 1],
  ['write: price', 2],
  ['write: favorite', 2],
  ['write: message', 1],
] as const;
type Kind = (typeof SHARES)[number][0];

/** Data that visitors know: accounts, listings, and their own items. */
export class Market {
  readonly #listed: readonly Listed[];
  readonly #own: readonly { readonly id: string }[];
  readonly #seller: string;
  readonly #buyers: readonly Buyer[];
  #count = 0;

  private constructor(parts: {
    listed: readonly Listed[];
    own: readonly { readonly id: string }[];
    seller: string;
    buyers: readonly Buyer[];
  }) {
    this.#listed = parts.listed;
    this.#own = parts.own;
    this.#seller = parts.seller;
    this.#buyers = parts.buyers;
  }

  /** On a demo market: signs the seller in, registers buyers, each with a conversation with that seller. */
  static async open(
    pool: Pool,
    demo: { emails: { seller: string; admin: string }; password: string },
  ): Promise<Market> {
    const call = caller(pool);
    const signIn = async (email: string, password: string): Promise<string> =>
      (await call('POST', '/api/auth/login', { body: { email, password } })).accessToken;
    const admin = await signIn(demo.emails.admin, demo.password);
    await call('PATCH', '/api/admin/settings', {
      token: admin,
      body: { settings: { 'messaging.messagesPerMinute': 1000 } },
    });
    const seller = await signIn(demo.emails.seller, demo.password);
    const ownListings = (
      await call('GET', `/api/seller/listings?status=ACTIVE&limit=${PAGE}`, { token: seller })
    ).listings;
    const listed: Listed[] = [];
    for (let page = 1; listed.length < LISTINGS_KNOWN; page++) {
      const { listings } = await call('GET', `/api/listings?limit=${PAGE}&page=${page}`);
      listed.push(...listings);
      if (listings.length < PAGE) break;
    }
    const run = Date.now().toString(36);
    const buyers = await Promise.all(
      Array.from({ length: BUYERS }, async (_, i) => {
        const account = { email: `visitor-${run}-${i}@example.org`, password: 'Longhaul24' };
        await call('POST', '/api/auth/register', {
          body: { ...account, name: `Visitor ${i}`, role: 'BUYER' },
        });
        const token = await signIn(account.email, account.password);
        const { conversation } = await call('POST', '/v1/messages/conversations', {
          token,
          body: { listing_id: ownListings[i % ownListings.length].id, message: 'Is it there still?' },
        });
        return { token, conversationId: conversation.id as string };
      }),
    );
    return new Market({ listed, own: ownListings, seller, buyers });
  }

  /** Sequence of requests; the same for the same seed. */
  day(seed: number): () => SentRequest {
    const random = seeded(seed);
    return () => this.#next(random);
  }

  #next(random: Random): SentRequest {
    let at = random() * 100;
    const [kind] = SHARES.find(([, share]) => (at -= share) < 0) ?? SHARES[0];
    return { kind, ...this.#ask(kind, random) };
  }

  #ask(kind: Kind, random: Random): Omit<SentRequest, 'kind'> {
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
    const listing = pick(this.#listed);
    const buyer = pick(this.#buyers);
    const get = (path: string, token?: string): Omit<SentRequest, 'kind'> => ({
      method: 'GET',
      path,
      ...(token === undefined ? {} : { token }),
    });
    switch (kind) {
      case 'search, words':
        return get(`/api/search?q=${encodeURIComponent(listing.title.split(' ').slice(0, 2).join(' '))}`);
      case 'search, filters and facets': {
        const year = 2008 + Math.floor(random() * 15);
        const price = 5000 * (2 + Math.floor(random() * 20));
        return get(`/api/search?brand=${listing.brand.slug}&min_year=${year}&max_price=${price}`);
      }
      case 'list':
        return get(`/api/listings?page=${1 + Math.floor(random() * 50)}`);
      case 'detail':
        return get(`/api/listings/${listing.slug}`);
      case 'suggestions':
        return get(
          `/api/search/suggestions?q=${encodeURIComponent(listing.title.slice(0, 2 + Math.floor(random() * 4)).trim())}`,
        );
      case 'own listings':
        return get(`/api/seller/listings?page=${1 + Math.floor(random() * 3)}`, this.#seller);
      case 'conversations':
        return get('/v1/messages/conversations', buyer.token);
      case 'favorites':
        return get('/api/favorites', buyer.token);
      case 'notifications':
        return get('/api/notifications', buyer.token);
      case 'dashboard':
        return get('/api/seller/dashboard', this.#seller);
      case 'write: price':
        return {
          method: 'PATCH',
          path: `/api/seller/listings/${pick(this.#own).id}`,
          token: this.#seller,
          body: { price: 20_000 + Math.floor(random() * 60_000) },
        };
      case 'write: favorite':
        return random() < 0.5
          ? { method: 'POST', path: '/api/favorites', token: buyer.token, body: { listingId: listing.id } }
          : { method: 'DELETE', path: `/api/favorites/${listing.id}`, token: buyer.token };
      case 'write: message':
        return {
          method: 'POST',
          path: `/v1/messages/conversations/${buyer.conversationId}`,
          token: buyer.token,
          body: { content: `And what about the tyres? (${++this.#count})`, type: 'text' },
        };
    }
  }
}

function caller(pool: Pool) {
  return async (
    method: SentRequest['method'],
    path: string,
    options: { token?: string; body?: unknown } = {},
    // eslint-disable-next-line typescript/no-explicit-any -- responses as a client reads them
  ): Promise<any> => {
    const { statusCode, body } = await pool.request({
      method,
      path,
      headers: {
        ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: options.body === undefined ? null : JSON.stringify(options.body),
    });
    const text = await body.text();
    if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${text}`);
    return (JSON.parse(text) as { data: unknown }).data;
  };
}
