import { once } from 'node:events';
import http from 'node:http';
import { Registry } from 'prom-client';
import type { Config } from '../config/config.ts';
import type { App } from './app.ts';
import { SECOND_MS } from '../platform/clock.ts';
import { systemErrorCode } from '../platform/errors/system-error.ts';
import type { Logger } from '../platform/log.ts';
import { oneAtATime } from '../platform/one-at-a-time.ts';
import { listenProblem } from './start-problems.ts';

/** A few scrapers, each with a connection or two. */
const CONNECTIONS_MAX = 64;
const REQUEST_MS = 10 * SECOND_MS;

/** The app is null until the process has started. */
export function measured(app: () => App | null): Measured {
  return {
    read: async () => (await app()?.platform.metrics.read()) ?? '',
    isReady: () => app()?.readiness().ready === true,
  };
}

export interface MetricsServer {
  close(): void;
}

interface Measured {
  readonly read: () => Promise<string>;
  /** Whether the process does its work; with several workers, each reports at its own port. */
  readonly isReady?: (() => boolean) | undefined;
}

/** Serves metrics and probes on METRICS_PORT, apart from the public port; resolves once it listens. */
export async function serveMetrics(
  config: Pick<Config, 'metricsPort' | 'metricsHost' | 'isMetricsPortOptional'>,
  { read, isReady }: Measured,
  log: Logger,
): Promise<MetricsServer | null> {
  if (config.metricsPort === null) return null;
  const readShared = oneAtATime(read);
  const server = http.createServer(
    { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS },
    (request, response) => {
      respond(request, response, { read: readShared, isReady }).catch((error: unknown) => {
        log.error({ err: error }, 'the metrics could not be read');
        response.writeHead(503, { 'content-type': 'text/plain' }).end('The metrics could not be read.\n');
      });
    },
  );
  server.maxConnections = CONNECTIONS_MAX;
  server.listen(config.metricsPort, config.metricsHost);
  try {
    await once(server, 'listening');
  } catch (error) {
    if (config.isMetricsPortOptional && systemErrorCode(error) === 'EADDRINUSE') {
      log.warn(
        { port: config.metricsPort },
        'metrics are not served, because their default port is in use. Set METRICS_PORT to a free port.',
      );
      return null;
    }
    throw listenProblem(error, {
      variable: 'METRICS_PORT',
      host: config.metricsHost,
      port: config.metricsPort,
    });
  }
  return {
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function respond(
  request: http.IncomingMessage,
  response: http.ServerResponse,
  { read, isReady }: Measured,
): Promise<void> {
  request.resume();
  const path = request.url?.split('?')[0];
  const isProbe = path === '/healthz' || (path === '/readyz' && isReady !== undefined);
  if (!isProbe && path !== '/metrics') {
    response.writeHead(404).end();
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  if (isProbe) {
    const isFine = path === '/healthz' || isReady?.() === true;
    response.writeHead(isFine ? 200 : 503, { 'cache-control': 'no-store' }).end();
    return;
  }
  const text = await read();
  response
    .writeHead(200, { 'content-type': Registry.PROMETHEUS_CONTENT_TYPE, 'cache-control': 'no-store' })
    .end(text);
}
