import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import type { Clock } from '../../platform/clock.ts';
import { matches } from '../../platform/http/reply/etag.ts';
import { sendJson, tagOf } from '../../platform/http/reply/kept-answers.ts';
import { type DocumentName, DOCUMENTS } from '../../platform/http/openapi/document.ts';
import { ASSETS_DIRECTORY } from '../../platform/package-root.ts';
import { frontPage } from './front-page.ts';
import { securityText } from './security-text.ts';
import { type ReferenceFiles, referencePage, referencePath } from './reference-page.ts';

/** A fifth wheel from above: the plate of a tractor unit, with the slot for the kingpin. */
const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#1f3a5f" fill-rule="evenodd" d="M16 2a14 14 0 0 1 14 14c0 6-4 11-9 13l-3-9a4.5 4.5 0 1 0-4 0l-3 9C6 27 2 22 2 16A14 14 0 0 1 16 2Z"/></svg>
`;

export type { ReferenceFiles } from './reference-page.ts';

export interface SiteOptions {
  /** Makes one of the OpenAPI documents. */
  readonly document: (name: DocumentName) => Promise<object>;
  readonly files: ReferenceFiles;
  /** In the text format of Prometheus; null when they are served elsewhere. */
  readonly readMetrics: (() => Promise<string>) | null;
  readonly isDemo: boolean;
  readonly baseUrl: string;
  readonly wallClock: Clock;
  /** For security.txt; empty when none is set. */
  readonly securityContact: () => string;
  /** Whether this process can serve, from memory. */
  readonly readiness: () => Readiness;
  /** The last finding about each dependency and module, from memory. */
  readonly findings: () => Findings;
}

type Findings = Readonly<Record<string, object>>;

export interface Readiness {
  readonly ready: boolean;
  /** What is missing, by the part that lacks it. */
  readonly checks: Readonly<Record<string, string>>;
}

const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  'cache-control': 'public, max-age=300',
} as const;

/** `config` of what is rendered or large: rate-limited like pages. */
const AS_PAGES = { config: { rateLimit: 'pages' } } as const;
/** `config` of probes: cheaper than counting them, and a load balancer must never be limited. */
const NOT_COUNTED = { config: { rateLimit: null } } as const;

/** Everything besides the API, not versioned: the overview page, the reference, probes and metrics. */
export async function addSite(app: FastifyInstance, options: SiteOptions): Promise<void> {
  app.get('/about-this-server', AS_PAGES, (_request, reply) =>
    reply
      .headers(PAGE_HEADERS)
      .type('text/html; charset=utf-8')
      .send(frontPage({ ...options, hasMetrics: options.readMetrics !== null })),
  );
  addDocuments(app, options);
  addFiles(app, options.files);
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
          now: options.wallClock.now(),
        }),
      ),
  );
  addProbes(app, options);
}

function addDocuments(app: FastifyInstance, { document: make, files }: SiteOptions): void {
  for (const [name, { file }] of Object.entries(DOCUMENTS)) {
    // A tenth of a second each, which a start does not wait for: most processes are never asked.
    let making: Promise<Buffer> | undefined;
    app.get(`/${file}`, AS_PAGES, async (request, reply) => {
      making ??= make(name as DocumentName).then((made) => Buffer.from(JSON.stringify(made)));
      const document = await making;
      const etag = tagOf(document);
      reply
        .header('cache-control', 'public, max-age=300')
        .header('access-control-allow-origin', '*')
        .header('vary', 'accept-encoding')
        .header('etag', etag);
      if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
      return sendJson(document, request, reply);
    });
    const page = referencePage(name as DocumentName, files);
    app.get(referencePath(name as DocumentName), AS_PAGES, (_request, reply) =>
      reply.headers(PAGE_HEADERS).type('text/html; charset=utf-8').send(page),
    );
  }
}

function addFiles(app: FastifyInstance, files: ReferenceFiles): void {
  for (const [name, { render }] of Object.entries(files)) {
    let text: string | undefined;
    app.get(`/docs/${name}`, AS_PAGES, (request, reply) => {
      text ??= render();
      reply.header('cache-control', 'public, max-age=300');
      if (name.endsWith('.json')) return sendJson(text, request, reply);
      // Browsers download what is declared as Markdown.
      return reply.type('text/plain; charset=utf-8').send(text);
    });
  }
}

function addProbes(app: FastifyInstance, options: SiteOptions): void {
  app.get('/healthz', NOT_COUNTED, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );
  app.get('/readyz', NOT_COUNTED, async (request, reply) => {
    const { ready, checks } = options.readiness();
    const isVerbose = Object.hasOwn(request.query as object, 'verbose');
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: ready ? 'ready' : 'not_ready',
        checks: isVerbose ? withReasons(options.findings(), checks) : checks,
      });
  });
  const { readMetrics } = options;
  if (readMetrics === null) return;
  app.get('/metrics', AS_PAGES, async (_request, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type(Registry.PROMETHEUS_CONTENT_TYPE)
      .send(await readMetrics()),
  );
}

/** A part that keeps the process from serving says why beside its figures. */
function withReasons(findings: Findings, reasons: Readiness['checks']): Readonly<Record<string, unknown>> {
  const missing = Object.entries(reasons).map(([name, reason]) => [
    name,
    Object.hasOwn(findings, name) ? { ...findings[name], not_ready: reason } : reason,
  ]);
  return { ...findings, ...(Object.fromEntries(missing) as Record<string, unknown>) };
}
