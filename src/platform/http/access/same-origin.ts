/**
 * Refuses what the page of another site makes a browser send with our cookie. SameSite=Lax stands behind.
 */
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors/app-error.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD']);
/** Scripts add it; a form of another site cannot, and its script would need our consent to. */
export const CLIENT_HEADER = 'x-fw-client';
const CLIENT = 'web';

/**
 * @param sentBy `script` for calls, which bear the client header; `page` for forms and beacons, which cannot.
 * @throws FORBIDDEN
 */
export function requireSameOrigin(request: FastifyRequest, sentBy: 'script' | 'page'): void {
  const { headers } = request;
  const isSafe = SAFE_METHODS.has(request.method);
  const site = headers['sec-fetch-site'];
  const isOfSite = site === undefined ? null : site === 'same-origin' || (isSafe && site === 'none');
  if (isOfSite === false) throw crossSite();
  if (isSafe) return;
  if (headers.origin === undefined ? isOfSite === null : hostOf(headers.origin) !== request.host)
    throw crossSite();
  if (sentBy === 'script' && headers[CLIENT_HEADER] !== CLIENT)
    throw new AppError('FORBIDDEN', `This needs the header X-FW-Client: ${CLIENT}.`);
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}

function crossSite(): AppError {
  return new AppError('FORBIDDEN', 'This is only for the pages of the market itself.');
}
