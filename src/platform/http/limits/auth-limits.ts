/** Rate limits of the authentication endpoints: per endpoint and network, or per device for browsers that sign in. */
import type { FastifyRequest } from 'fastify';
import type { Authenticator } from '../access/credentials.ts';
import { isWebMount } from '../mounts.ts';
import { clientNetwork } from './connections.ts';
import type { RateLimits, RateVerdict } from './rate-limits.ts';

const SIGN_IN = '/auth/login';

export async function consumeAuth(
  rateLimits: RateLimits,
  endpoint: string,
  request: FastifyRequest,
  authenticator: Pick<Authenticator, 'knownDevice'>,
): Promise<RateVerdict> {
  if (endpoint === SIGN_IN && isWebMount(request.originalUrl))
    return consumeBrowserSignIn(rateLimits, request, authenticator);
  return rateLimits.consume('auth', `${endpoint}|${clientNetwork(request.ip)}`);
}

/**
 * A browser that has signed in before has its own limit, so that ten people in an office behind one address do not lock
 * out the eleventh. The known devices of a network also share a limit, because anyone can collect device cookies by
 * registering accounts.
 */
export async function consumeBrowserSignIn(
  rateLimits: RateLimits,
  request: FastifyRequest,
  authenticator: Pick<Authenticator, 'knownDevice'>,
): Promise<RateVerdict> {
  const network = clientNetwork(request.ip);
  const device = authenticator.knownDevice(request.headers.cookie);
  if (device === null) return rateLimits.consume('auth', `${SIGN_IN}|${network}`);
  const networkVerdict = await rateLimits.consume('deviceSignIn', network);
  return networkVerdict.allowed ? rateLimits.consume('auth', `${SIGN_IN}|device:${device}`) : networkVerdict;
}
