import { AppError } from './app-error.ts';
import type { Message } from './sentence.ts';

/** The budget that ran out. */
export interface ExceededLimit {
  /** Number allowed per window, or concurrently; for files, in megabytes. */
  readonly limit: number;
  readonly waitSeconds: number;
}

/**
 * The only way to reject a request for a rate limit. Its headers replace those of the request's own limit, which may not be
 * exhausted: a client that reads `X-RateLimit-Remaining: 100` on an error would continue. The response adds `X-RateLimit-Reset`.
 */
export function rateLimited(message: Message, { limit, waitSeconds }: ExceededLimit): AppError {
  return new AppError('RATE_LIMITED', message, {
    headers: {
      'retry-after': String(waitSeconds),
      'x-ratelimit-limit': String(limit),
      'x-ratelimit-remaining': '0',
    },
  });
}
