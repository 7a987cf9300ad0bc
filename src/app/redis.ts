import type { Redis } from 'ioredis';
import type { Logger } from '../platform/log.ts';

/** Exceeds the time that a busy process may leave its socket unread; otherwise it would use its own counts although Redis works. */
const ANSWER_TIMEOUT_MS = 1000;
const CONNECT_TIMEOUT_MS = 2000;

/**
 * Connects this process to Redis, for rate limits. The connection that is returned is open, or has failed and is being
 * made again in the background. The library is loaded only where there is a Redis.
 */
export async function connectRedis(url: string, log: Logger): Promise<Redis> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // If the network drops packets, the request continues without Redis and the connection is replaced.
    commandTimeout: ANSWER_TIMEOUT_MS,
    socketTimeout: ANSWER_TIMEOUT_MS,
  });
  let isAway = false;
  redis.on('error', (error) => {
    if (!isAway) log.warn({ err: error }, 'Redis is unavailable: rate limits are counted in this process');
    isAway = true;
  });
  redis.on('ready', () => {
    if (isAway) log.info('Redis is available again: rate limits are counted there');
    isAway = false;
  });
  await new Promise((settled) => redis.once('ready', settled).once('error', settled));
  return redis;
}
