import { open } from 'node:fs/promises';
import { SECOND_MS } from '../../platform/clock.ts';
import { invalidField } from '../../platform/errors/app-error.ts';
import { guardedRequest, type GuardedResponse } from '../../platform/net/outbound.ts';
import { OutboundError } from '../../platform/net/outbound-error.ts';
import { findAddressProblem } from '../../platform/net/web-address.ts';
import { ImportFailure } from './problems.ts';
import { type Message, t } from '../../platform/errors/sentence.ts';

/** A user-supplied URL could not be fetched. */
export class FetchFailure extends ImportFailure {
  readonly isTransient: boolean;

  constructor(message: Message, options: { isTransient: boolean; cause?: unknown }) {
    super('FETCH_FAILED', message, options);
    this.isTransient = options.isTransient;
  }
}

export interface Download {
  readonly url: string;
  readonly file: string;
  readonly bytesMax: number;
  readonly allowPrivate: boolean;
  /** Called for every chunk. */
  readonly pulse?: () => Promise<void>;
}

const REDIRECTS_MAX = 3;
/** For files of up to 20 MB; the limit grows in proportion to larger sizes. */
const TOTAL_MS = 60 * SECOND_MS;
const TOTAL_MS_BYTES = 20 * 1024 * 1024;
const TRANSIENT = new Set(['timeout', 'connection_refused', 'connection_reset', 'dns_error']);

/** Downloads a URL into a file. Each redirect target is checked like the first URL. */
export async function download(request: Download): Promise<void> {
  let url = request.url;
  for (let hop = 0; hop <= REDIRECTS_MAX; hop++) {
    const response = await fetchOnce(url, request);
    if (response.status >= 200 && response.status < 300) return;
    const { location } = response.headers;
    const isRedirect = [301, 302, 303, 307, 308].includes(response.status) && typeof location === 'string';
    if (!isRedirect) {
      const isTransient = response.status >= 500 || response.status === 429;
      throw new FetchFailure(t('The address responded with status {status}.', { status: response.status }), {
        isTransient,
      });
    }
    url = nextAddress(location, url);
  }
  throw new FetchFailure(t('The address redirects too often.'), { isTransient: false });
}

function nextAddress(location: string, from: string): string {
  const next = URL.canParse(location, from) ? new URL(location, from) : null;
  if (next === null || (next.protocol !== 'http:' && next.protocol !== 'https:'))
    throw new FetchFailure(t('The address redirects to something that is not a web address.'), {
      isTransient: false,
    });
  return next.href;
}

async function fetchOnce(url: string, request: Download): Promise<GuardedResponse> {
  if (!URL.canParse(url) || addressProblem(url, request.allowPrivate) !== null)
    throw new FetchFailure(t('The address could not be fetched: {code}.', { code: 'blocked_address' }), {
      isTransient: false,
    });
  const file = await open(request.file, 'w', 0o600);
  try {
    return await guardedRequest({
      url,
      allowPrivate: request.allowPrivate,
      headers: { 'user-agent': 'Fifthwheel-Import/1.0', accept: '*/*' },
      limits: {
        totalMs: TOTAL_MS * Math.max(1, request.bytesMax / TOTAL_MS_BYTES),
        bodyBytesMax: request.bytesMax,
      },
      onLongBody: 'fail',
      onChunk: async (chunk) => {
        await request.pulse?.();
        await file.writeFile(chunk);
      },
    });
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new FetchFailure(t('The address could not be fetched: {code}.', { code: error.code }), {
      isTransient: TRANSIENT.has(error.code),
      cause: error,
    });
  } finally {
    await file.close();
  }
}

/** Returns the feed URL in the form that is stored; rejects one that would never be fetched (422). */
export function readFeedAddress(text: string, allowPrivate: boolean): string {
  // Any script is allowed. Line breaks and tabs are rejected, because the URL parser would silently drop them.
  const isLine = !/[\s\p{Cc}]/u.test(text) && URL.canParse(text);
  const problem = isLine ? addressProblem(text, allowPrivate) : t('must be an http or https address');
  if (problem !== null) throw invalidField('url', problem);
  return new URL(text).href;
}

function addressProblem(text: string, allowPrivate: boolean): Message | null {
  return findAddressProblem(new URL(text).href, { httpsOnly: false, allowPrivate });
}
