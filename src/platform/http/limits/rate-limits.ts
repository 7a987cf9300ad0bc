import type { Redis } from 'ioredis';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import { rateLimited } from '../../errors/rate-limited.ts';
import type { RateClass } from '../route.ts';
import { t } from '../../errors/sentence.ts';

/** Section "Limits" of the specification. `general` and `seller` apply to signed-in requests without a separate class. */
export const RATE_CLASSES: Readonly<
  Record<RateClass, { readonly requests: number; readonly windowSeconds: number }>
> = {
  auth: { requests: 10, windowSeconds: 15 * 60 },
  listings: { requests: 60, windowSeconds: 60 },
  search: { requests: 30, windowSeconds: 60 },
  seller: { requests: 120, windowSeconds: 60 },
  upload: { requests: 20, windowSeconds: 60 },
  general: { requests: 120, windowSeconds: 60 },
  /** Sign-ins from all known devices of one network; each device also has its own `auth` limit. */
  deviceSignIn: { requests: 100, windowSeconds: 15 * 60 },
  /** Limit of pages, so that a visitor who clicks through filters never reaches the limits of the API. */
  pages: { requests: 240, windowSeconds: 60 },
  /** Limit of static files, redirects and other cheap paths: enough for that many pages with 25 images each. */
  files: { requests: 6000, windowSeconds: 60 },
  /**
   * Operations in batches, per company: 20,000 vehicles in seven minutes, a seventh of what the database can write in that time.
   */
  writes: { requests: 3000, windowSeconds: 60 },
};

export interface RateVerdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds at the end of the window. */
  readonly resetAt: number;
  readonly retryAfterSeconds: number;
}

export interface RateLimits {
  /** Counts a request, or several operations, against the client's limit for that class. */
  consume(rateClass: RateClass, client: string, points?: number): Promise<RateVerdict>;
  /** Returns the remaining requests without consuming one. */
  look(rateClass: RateClass, client: string): Promise<RateVerdict>;
}

/** @throws RATE_LIMITED if the limit is exhausted */
export function requireAllowed(verdict: RateVerdict): void {
  if (verdict.allowed) return;
  throw rateLimited(
    t('Too many requests. Try again in {seconds} seconds.', { seconds: verdict.retryAfterSeconds }),
    {
      limit: verdict.limit,
      waitSeconds: verdict.retryAfterSeconds,
    },
  );
}

/**
 * Counts the operations of one request against the account's write limit. The response headers describe the request limit, unless
 * the write limit is exhausted.
 */
export async function takeWrites(rateLimits: RateLimits, account: string, operations: number): Promise<void> {
  const { allowed, limit, retryAfterSeconds } = await rateLimits.consume('writes', account, operations);
  if (allowed) return;
  throw rateLimited(
    t('Batches may contain {max} operations per minute. Try again in {seconds} seconds.', {
      max: limit,
      seconds: retryAfterSeconds,
    }),
    { limit, waitSeconds: retryAfterSeconds },
  );
}

/** Headers of all responses (specification, section "Limits"). */
export function rateLimitHeaders(verdict: RateVerdict): Readonly<Record<string, string>> {
  return {
    'x-ratelimit-limit': String(verdict.limit),
    'x-ratelimit-remaining': String(verdict.remaining),
    'x-ratelimit-reset': String(verdict.resetAt),
  };
}

/**
 * Counts in fixed windows that start with a client's first request: in Redis for all processes together, or without Redis in the
 * memory of this process.
 */
export function createRateLimits(options: { redis: Redis | null; now: () => Date }): RateLimits {
  const limiters = new Map<RateClass, RateLimiterAbstract>();
  for (const [rateClass, { requests, windowSeconds }] of Object.entries(RATE_CLASSES) as [
    RateClass,
    (typeof RATE_CLASSES)[RateClass],
  ][]) {
    const settings = { points: requests, duration: windowSeconds, keyPrefix: `fifthwheel:rate:${rateClass}` };
    const memory = new RateLimiterMemory(settings);
    limiters.set(
      rateClass,
      options.redis === null
        ? memory
        : new RateLimiterRedis({
            ...settings,
            storeClient: options.redis,
            insuranceLimiter: memory,
            rejectIfRedisNotReady: true,
          }),
    );
  }
  const limiterOf = (rateClass: RateClass): RateLimiterAbstract => {
    const limiter = limiters.get(rateClass);
    if (limiter === undefined) throw new Error(`no such rate class: ${rateClass}`);
    return limiter;
  };
  return {
    async look(rateClass, client) {
      const used = await limiterOf(rateClass).get(client);
      if (used === null) return untouched(rateClass, options.now());
      return verdict(used.remainingPoints > 0, used, RATE_CLASSES[rateClass].requests, options.now());
    },
    async consume(rateClass, client, points = 1) {
      const { requests } = RATE_CLASSES[rateClass];
      try {
        return verdict(true, await limiterOf(rateClass).consume(client, points), requests, options.now());
      } catch (error) {
        if (error instanceof RateLimiterRes) return verdict(false, error, requests, options.now());
        throw error;
      }
    },
  };
}

/** For load tests: allows everything and still sends the headers. */
export function unlimitedRateLimits(now: () => Date): RateLimits {
  const untouchedNow = async (rateClass: RateClass): Promise<RateVerdict> => untouched(rateClass, now());
  return { consume: untouchedNow, look: untouchedNow };
}

function untouched(rateClass: RateClass, now: Date): RateVerdict {
  const { requests, windowSeconds } = RATE_CLASSES[rateClass];
  return {
    allowed: true,
    limit: requests,
    remaining: requests,
    resetAt: Math.ceil(now.getTime() / 1000) + windowSeconds,
    retryAfterSeconds: 0,
  };
}

function verdict(allowed: boolean, result: RateLimiterRes, limit: number, now: Date): RateVerdict {
  const retryAfterSeconds = Math.max(1, Math.ceil(result.msBeforeNext / 1000));
  return {
    allowed,
    limit,
    remaining: Math.max(0, Math.min(limit, result.remainingPoints)),
    resetAt: Math.floor(now.getTime() / 1000) + retryAfterSeconds,
    retryAfterSeconds,
  };
}
