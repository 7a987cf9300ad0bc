import type { FastifyRequest } from 'fastify';
import { mountStyle } from '../mounts.ts';
import type { RequestContext } from '../route.ts';
import { acceptedLanguages } from './languages.ts';

/** Facts about a request, besides its input, that handlers may use. */
export function contextOf(
  request: FastifyRequest,
  { arrivedAt, isSigned }: Pick<RequestContext, 'arrivedAt' | 'isSigned'>,
): RequestContext {
  const header = (name: string): string | null => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : null;
  };
  return {
    requestId: request.id,
    arrivedAt,
    ip: request.ip,
    userAgent: header('user-agent'),
    style: mountStyle(request.originalUrl),
    languages: acceptedLanguages(header('accept-language')),
    ifMatch: header('if-match'),
    isSigned,
    header,
  };
}
