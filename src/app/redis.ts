import type { Redis } from 'ioredis';
import type { Logger } from '../platform/log.ts';

/** Longer than a busy process is away from its socket, or it would count for itself while Redis is well. */
const ANSWER_TIMEOUT_MS = 1000;
const CONNECT_TIMEOUT_MS = 2000;

/**
 * The connection of this process, for rate limits: open, or failed and coming back by itself. The library is loaded only
 * where there is a Redis.
 */
export async function connectRedis(url: string, log: Logger): Promise<Redis> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // A network that drops packets: the request goes on without, and the connection is given up for those that follow.
    commandTimeout: ANSWER_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
  });
  redis.on('error', (error) =>
    log.warn({ err: error }, 'Redis is out of reach: rate limits are counted in this process'),
  );
  await new Promise((settled) => redis.once('ready', settled).once('error', settled));
  return redis;
}
