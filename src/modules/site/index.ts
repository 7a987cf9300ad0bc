import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { type Clock, DAY_MS, addMs, dayOf } from '../../platform/clock.ts';
import { matches } from '../../platform/http/reply/etag.ts';
import { sendJson, tagOf } from '../../platform/http/reply/cached-responses.ts';
import { type DocumentName, DOCUMENTS } from '../../platform/http/openapi/document.ts';
import { ASSETS_DIRECTORY } from '../../platform/package-root.ts';

/** RFC 9116 recommends less than a year. */
const GOOD_FOR_DAYS = 180;

/**
 * `/.well-known/security.txt`: where to report a vulnerability. Without a configured contact, the role mailbox of
 * RFC 2142.
 */
function securityText({ contact, baseUrl, now }: { contact: string; baseUrl: string; now: Date }): string {
  const expires = dayOf(addMs(now, GOOD_FOR_DAYS * DAY_MS));
  return [
    `Contact: ${contact === '' ? `mailto:security@${new URL(baseUrl).hostname}` : contact}`,
    `Expires: ${expires}T00:00:00Z`,
    'Preferred-Languages: en, de',
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    '',
  ].join('\n');
}

/** Where the reference of a document is: `/docs`, `/docs/admin`, `/docs/aliases`. */
function referencePath(name: DocumentName): string {
  return name === 'api' ? '/docs' : `/docs/${name}`;
}

/** A file below `/docs/`, Markdown or JSON. */
interface ReferenceFile {
  readonly title: string;
  readonly render: () => string;
}
/** By name. */
export type ReferenceFiles = Readonly<Record<string, ReferenceFile>>;

/** The reference with a form to try each operation: RapiDoc from its own package, nothing from elsewhere. */
function referencePage(shown: DocumentName, files: ReferenceFiles): string {
  const links = Object.entries(DOCUMENTS).map(([name, { title }]) =>
    name === shown
      ? `<strong>${title}</strong>`
      : `<a href="${referencePath(name as DocumentName)}">${title}</a>`,
  );
  const further = Object.entries(files).map(([name, { title }]) => `<a href="/docs/${name}">${title}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${DOCUMENTS[shown].title} reference</title>
<script src="/docs/assets/rapidoc-min.js" defer></script>
<style>body { margin: 0; font-family: system-ui, sans-serif } nav { padding: 0.6rem 1rem } nav > * { margin-right: 1rem }</style>
</head>
<body>
<nav>${[...links, ...further].join('\n')}</nav>
<rapi-doc spec-url="/${DOCUMENTS[shown].file}" render-style="view" load-fonts="false" show-header="false"
  allow-spec-file-load="false" allow-spec-url-load="false" persist-auth="false" schema-style="table"
  regular-font="system-ui, sans-serif" mono-font="ui-monospace, monospace" theme="light"></rapi-doc>
</body>
</html>
`;
}

/** The page at `/`: what this is, and where to go. */
function frontPage({
  isDemo,
  baseUrl,
  hasMetrics,
}: {
  isDemo: boolean;
  baseUrl: string;
  hasMetrics: boolean;
}): string {
  const metrics = hasMetrics ? ', <a href="/metrics">metrics</a>' : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Fifthwheel</title>
<style>
  body { font: 16px/1.6 system-ui, sans-serif; color: #1b2733; background: #f6f7f8; margin: 0; }
  main { max-width: 46em; margin: 3em auto; padding: 0 1.2em; }
  h1 { font-size: 2em; margin: 0 0 .2em; }
  code, pre { font: 14px/1.5 ui-monospace, monospace; background: #e9edf0; border-radius: 4px; }
  code { padding: .1em .3em; }
  pre { padding: .8em 1em; overflow-x: auto; }
  a { color: #0b5a8f; }
  dt { font-weight: 600; margin-top: .7em; }
  dd { margin: 0; }
</style>
</head>
<body>
<main>
<h1>Fifthwheel</h1>
<p>This is the server of a marketplace for trucks, trailers, vans, buses and construction machines. Dealers list their stock,
buyers search it and contact the dealers, and other programs connect through API keys and webhooks.</p>
${isDemo ? '<p>It runs with demo data; its output shows the logins.</p>' : ''}
<dl>
<dt><a href="/docs">Reference</a></dt><dd>Every endpoint, with a form to try it.</dd>
<dt><a href="/openapi.json">OpenAPI document</a></dt><dd>For generators and test tools.</dd>
<dt><a href="/api/search?q=actros&amp;facets=brands,years">Example search</a></dt><dd>The results that buyers see.</dd>
<dt><a href="/readyz">Readiness</a>, <a href="/healthz">health</a>${metrics}</dt><dd>For operators.</dd>
</dl>
<pre>curl -s '${baseUrl}/api/search?q=actros+under+60k&amp;limit=3'</pre>
</main>
</body>
</html>
`;
}

/** A fifth wheel from above: the plate of a tractor unit, with the slot for the kingpin. */
const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path fill="#1f3a5f" fill-rule="evenodd" d="M16 2a14 14 0 0 1 14 14c0 6-4 11-9 13l-3-9a4.5 4.5 0 1 0-4 0l-3 9C6 27 2 22 2 16A14 14 0 0 1 16 2Z"/></svg>
`;

export interface SiteOptions {
  /** Makes one of the OpenAPI documents. */
  readonly document: (name: DocumentName) => Promise<object>;
  readonly files: ReferenceFiles;
  /** Returns the metrics in the text format of Prometheus; null if they are served elsewhere. */
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
  /** Failed checks by component. */
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
    // Takes 100 ms per document, so build it on the first request: most processes never receive one.
    let making: Promise<Buffer> | undefined;
    app.get(`/${file}`, AS_PAGES, async (request, reply) => {
      making ??= make(name as DocumentName).then((document) => Buffer.from(JSON.stringify(document)));
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
      // Browsers download content declared as Markdown.
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

/** Adds the reason to the metrics of a component that keeps the process from serving. */
function withReasons(findings: Findings, reasons: Readiness['checks']): Readonly<Record<string, unknown>> {
  const missing = Object.entries(reasons).map(([name, reason]) => [
    name,
    Object.hasOwn(findings, name) ? { ...findings[name], not_ready: reason } : reason,
  ]);
  return { ...findings, ...(Object.fromEntries(missing) as Record<string, unknown>) };
}
