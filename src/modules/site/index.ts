import { setImmediate as nextTurn } from 'node:timers/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { Clock } from '../../platform/clock.ts';
import { type DocumentName, DOCUMENTS } from '../../platform/http/openapi/document.ts';
import { ASSETS_DIRECTORY } from '../../platform/package-root.ts';
import { frontPage } from './front-page.ts';
import { securityText } from './security-text.ts';
import { FAVICON } from './favicon.ts';
import { referencePage, referencePath } from './reference-page.ts';

export interface SiteOptions {
  readonly documents: Readonly<Record<DocumentName, object>>;
  /** In the text format of Prometheus; null when they are served elsewhere. */
  readonly readMetrics: (() => Promise<string>) | null;
  readonly isDemo: boolean;
  readonly baseUrl: string;
  readonly clock: Clock;
  /** For security.txt; empty when none is set. */
  readonly securityContact: () => string;
  /** What is missing before requests can be served. */
  readonly readiness: () => Promise<Readiness>;
}

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, unknown>>;
}

const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  'cache-control': 'public, max-age=300',
} as const;

/**
 * Everything besides the API: the overview page, the reference, probes and metrics. Neither versioned nor rate-
 * limited.
 */
export async function addSite(app: FastifyInstance, options: SiteOptions): Promise<void> {
  app.get('/about-this-server', (_request, reply) =>
    reply
      .headers(PAGE_HEADERS)
      .type('text/html; charset=utf-8')
      .send(frontPage({ ...options, hasMetrics: options.readMetrics !== null })),
  );
  await addDocuments(app, options);
  await app.register(fastifyStatic, {
    root: ASSETS_DIRECTORY,
    prefix: '/docs/assets/',
    allowedPath: (name) => name === '/rapidoc-min.js',
    index: false,
    maxAge: '1h',
  });
  app.get('/favicon.ico', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').type('image/svg+xml').send(FAVICON),
  );
  app.get('/.well-known/security.txt', (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(
        securityText({
          contact: options.securityContact(),
          baseUrl: options.baseUrl,
          now: options.clock.now(),
        }),
      ),
  );
  addProbes(app, options);
}

async function addDocuments(app: FastifyInstance, { documents }: SiteOptions): Promise<void> {
  for (const [name, { file }] of Object.entries(DOCUMENTS)) {
    await nextTurn();
    const document = JSON.stringify(documents[name as DocumentName]);
    app.get(`/${file}`, (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=300')
        .header('access-control-allow-origin', '*')
        .type('application/json; charset=utf-8')
        .send(document),
    );
    app.get(referencePath(name as DocumentName), (_request, reply) =>
      reply
        .headers(PAGE_HEADERS)
        .type('text/html; charset=utf-8')
        .send(referencePage(name as DocumentName)),
    );
  }
}

function addProbes(app: FastifyInstance, options: SiteOptions): void {
  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', async (_request, reply) => {
    const { ready, checks } = await options.readiness();
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not_ready', checks });
  });
  const { readMetrics } = options;
  if (readMetrics === null) return;
  app.get('/metrics', async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(Registry.PROMETHEUS_CONTENT_TYPE)
      .send(await readMetrics()),
  );
}
