/**
 * Rejects requests that the page of another site makes a browser send with our cookie. SameSite=Lax is the second line of defense.
 */
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { type AppError, forbidden } from '../../errors/app-error.ts';
import { t } from '../../errors/sentence.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD']);
/** Scripts add it; a form of another site cannot, and its script would need our consent to. */
export const CLIENT_HEADER = 'x-fw-client';
const CLIENT = 'web';
/** Top-level names that no public address has. */
const LOCAL_NAME = /\.(?:localhost|local|internal|home\.arpa)$/;
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** The origins under which browsers open the pages of this server. */
export class OwnOrigins {
  /** The origin of BASE_URL. */
  readonly public: string;
  readonly #all: ReadonlySet<string>;

  constructor(baseUrl: string) {
    const url = new URL(baseUrl);
    this.public = url.origin;
    // A server for this machine alone, as by default, has the other names of the machine too. Scheme and port stay the same.
    const names = LOOPBACK.includes(url.hostname) ? LOOPBACK : [url.hostname];
    this.#all = new Set(names.map((name) => originAt(url, name)));
  }

  has(origin: string): boolean {
    return URL.canParse(origin) && this.#all.has(new URL(origin).origin);
  }

  /**
   * The address at BASE_URL of a page that was requested under another public name of the server; null if it is at the right place.
   * Ports and schemes are not compared, because proxies change them. Neither are addresses and names of one machine or network, such as
   * those that probes and proxies use: a redirect that comes back through the same proxy would never end.
   */
  movedTo({ method, host, url }: Pick<FastifyRequest, 'method' | 'host' | 'url'>): string | null {
    const publicHostname = new URL(this.public).hostname;
    const hostname = hostnameOf(host);
    if (!SAFE_METHODS.has(method) || hostname === null || hostname === publicHostname) return null;
    return isPublicName(publicHostname) && isPublicName(hostname) ? `${this.public}${url}` : null;
  }

  /**
   * @param sentBy `script` for calls, which bear the client header; `page` for forms and beacons, which cannot.
   * @throws FORBIDDEN
   */
  require(request: FastifyRequest, sentBy: 'script' | 'page'): void {
    const { headers } = request;
    const isSafe = SAFE_METHODS.has(request.method);
    const site = headers['sec-fetch-site'];
    const isOfSite = site === undefined ? null : site === 'same-origin' || (isSafe && site === 'none');
    if (isOfSite === false) throw crossSite();
    if (isSafe) return;
    const { origin } = headers;
    if (origin === undefined ? isOfSite === null : !this.has(origin)) {
      // The page is ours, but was opened under a name that the operator has not given to the marketplace.
      throw isOfSite === true && origin !== 'null' ? this.#otherName() : crossSite();
    }
    if (sentBy === 'script' && headers[CLIENT_HEADER] !== CLIENT)
      throw forbidden(`This needs the header X-FW-Client: ${CLIENT}.`);
  }

  #otherName(): AppError {
    return forbidden(
      t(
        'This marketplace is at {origin}: open the page there. The operator can set BASE_URL to another address.',
        { origin: this.public },
      ),
    );
  }
}

/** `URL` leaves out the default port of the scheme, as browsers do. */
function originAt(url: URL, hostname: string): string {
  const other = new URL(url);
  other.hostname = hostname;
  return other.origin;
}

function hostnameOf(host: string): string | null {
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : null;
}

function isPublicName(hostname: string): boolean {
  return hostname.includes('.') && !ipaddr.isValid(hostname) && !LOCAL_NAME.test(hostname);
}

function crossSite(): AppError {
  return forbidden(t("This is only for the marketplace's own pages."));
}
