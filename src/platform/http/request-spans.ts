import type { Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { failSpan, runIn, startServerSpan } from '../tracing.ts';

type RunningSpan = ReturnType<typeof startServerSpan>;

const HOST_NAME_MAX = 255;

/** Opens a span for each request, named by its route; work of the request becomes its children. */
export function addRequestSpans(app: FastifyInstance): void {
  const running = new WeakMap<FastifyRequest, RunningSpan>();
  app.addHook('onRequest', (request, _reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const span = startServerSpan(`${request.method} ${route}`, request.headers, {
      'http.request.method': request.method,
      'http.route': route,
      'url.scheme': request.protocol,
      'server.address': request.host.slice(0, HOST_NAME_MAX),
      'fifthwheel.request_id': request.id,
    });
    running.set(request, span);
    runIn(span.context, done);
  });
  // Reading the body has lost the span, so it is entered again.
  app.addHook('preHandler', (request, _reply, done) => {
    const span = running.get(request);
    if (span === undefined) done();
    else runIn(span.context, done);
  });
  const end = (request: FastifyRequest, finish: (span: Span) => void): void => {
    const span = running.get(request)?.span;
    if (span === undefined) return;
    running.delete(request);
    finish(span);
    span.end();
  };
  app.addHook('onResponse', async (request, reply) => {
    end(request, (span) => {
      span.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) failSpan(span, { name: String(reply.statusCode) });
    });
  });
  app.addHook('onRequestAbort', async (request) => {
    end(request, (span) => span.setAttribute('error.type', 'aborted'));
  });
}
