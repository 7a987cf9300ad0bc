/**
 * The composition root: every entry point (server, worker, seed, tests) makes an App and starts what it needs of it.
 */
import cluster from 'node:cluster';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Config } from '../config/config.ts';
import { addStorefront } from '../storefront/index.ts';
import { addAssistants } from '../modules/assistants/index.ts';
import { addSite, type Readiness } from '../modules/site/index.ts';
import { AuditLog } from '../platform/audit/audit-log.ts';
import { type Clock, HOUR_MS, MINUTE_MS, SECOND_MS, systemClock } from '../platform/clock.ts';
import { Keys } from '../platform/crypto/keys.ts';
import { PgNotifier } from '../platform/db/pg-notifier.ts';
import { createDatabase, createPool, type Database, ping } from '../platform/db/database.ts';
import { PgListener } from '../platform/db/listener.ts';
import { primaryReads, type ReadReplica } from '../platform/db/read-replica.ts';
import { EventBus } from '../platform/events/bus.ts';
import { OwnOrigins } from '../platform/http/access/same-origin.ts';
import type { ConnectionLimits } from '../platform/http/limits/connections.ts';
import { drain, stopListening } from '../platform/http/limits/connections.ts';
import { IdempotencyKeys } from '../platform/http/idempotency.ts';
import {
  createRateLimits,
  type RateLimits,
  unlimitedRateLimits,
} from '../platform/http/limits/rate-limits.ts';
import { type DocumentName, openApiDocumentInSteps } from '../platform/http/openapi/document.ts';
import { addRequestSpans } from '../platform/http/request-spans.ts';
import type { AnyRouteRow } from '../platform/http/route.ts';
import { createHttpServer, type SendUnknown } from '../platform/http/server.ts';
import { markStale } from '../platform/http/reply/stale.ts';
import type { AnyJobDefinition } from '../platform/jobs/job.ts';
import { JOBS_CHANNEL, JobQueue } from '../platform/jobs/queue.ts';
import { JobRunner } from '../platform/jobs/runner.ts';
import type { Logger } from '../platform/log.ts';
import type { Mailer } from '../platform/mail/mailer.ts';
import type { Texter } from '../platform/texting/texter.ts';
import { Mails } from '../platform/mail/mails.ts';
import { Metrics } from '../platform/metrics.ts';
import { SlowStatements } from '../platform/db/slow-statements.ts';
import { referenceFiles } from './docs/files.ts';
import { type HealthCheck, HealthChecks } from './health-checks.ts';
import { watchDatabase, watchJobs, watchLog } from './own-metrics.ts';
import type { Module, Platform } from '../platform/module.ts';
import { Notices } from '../platform/notices.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { StoredFiles } from '../platform/storage/stored-files.ts';
import { isTracing } from '../platform/tracing.ts';
import { shippedWording } from '../platform/shipped-texts.ts';
import { metricsOfAll } from './cluster-metrics.ts';
import { createModules, type Modules } from './modules.ts';
import { createMailer, createReplica, createStorage, createTexter } from './adapters.ts';
import { connectRedis } from './redis.ts';

export interface AppOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  readonly appSecret: string;
  readonly log: Logger;
  readonly clock?: Clock;
  readonly mailer?: Mailer;
  readonly texter?: Texter;
  readonly storage?: Storage;
  /** For tests: check every response against the schema of its route. */
  readonly checkReplies?: boolean;
  /** Tests: shorter times, fewer connections. */
  readonly connections?: Partial<ConnectionLimits>;
}

const CONNECTIONS_GRACE_MS = 5000;
const JOBS_GRACE_MS = 5000;
const CHECK_MS = 5 * SECOND_MS;
const CHECK_MODULE_MS = 2 * SECOND_MS;
/** Interval of checks; long, because mail servers limit connections. */
const CHECK_MAIL_MS = MINUTE_MS;

export class App {
  readonly platform: Platform;
  readonly modules: Modules;
  readonly runner: JobRunner;
  readonly routes: readonly AnyRouteRow[];
  readonly health: HealthChecks;
  readonly #options: AppOptions;
  readonly #pool: pg.Pool;
  readonly #replica: ReadReplica | null;
  readonly #idempotency: IdempotencyKeys;
  #redis: Redis | null = null;
  #http: FastifyInstance | null = null;
  #stopping = false;

  constructor(options: AppOptions) {
    this.#options = options;
    const { config, log } = options;
    const clock = options.clock ?? systemClock;
    const wallClock = config.mode === 'sandbox' ? systemClock : clock;
    const metrics = new Metrics();
    // Needed with METRICS_PORT too, where the primary process collects from the worker processes.
    if (cluster.isWorker) metrics.source = metricsOfAll(metrics.registry);
    this.#pool = createPool({
      url: options.databaseUrl,
      max: config.databasePoolMax,
      applicationName: 'fifthwheel',
      // While the server stops, the database may end before the last connections have closed.
      onError: (error) => {
        if (!this.#stopping) log.warn({ err: error }, 'an idle database connection was lost');
      },
    });
    const statements = new SlowStatements(log);
    const listener = new PgListener(options.databaseUrl, log);
    const db = createDatabase(this.#pool, {
      slowStatements: statements,
      isAway: () => listener.isDatabaseAway,
    });
    this.#replica = createReplica(config, db, log);
    const pgNotifier = new PgNotifier({ db, log });
    const jobs = new JobQueue({ clock, pgNotifier });
    const wording = shippedWording();
    const keys = new Keys(options.appSecret);
    const storage = options.storage ?? createStorage(config);
    const mailer = options.mailer ?? createMailer(config, clock, db);
    this.platform = {
      config,
      clock,
      wallClock,
      log,
      db,
      reads: this.#replica ?? primaryReads(db),
      listener,
      pgNotifier,
      keys,
      jobs,
      events: new EventBus({ db, jobs, clock }),
      mails: new Mails({ db, clock, jobs, mailer, wording, keys, baseUrl: config.baseUrl }),
      texter: options.texter ?? createTexter(config, clock),
      notices: new Notices(jobs),
      audit: new AuditLog(clock, keys),
      storage,
      files: new StoredFiles({ db, storage, clock, log, deletedKeptDays: config.deletedFilesDays }),
      metrics,
      wording,
    };
    watchLog(this.platform);
    // Register it before every gauge that queries the database; otherwise, it would report their queries too.
    watchDatabase(this.platform, { pool: this.#pool, replica: this.#replica, statements });
    this.#idempotency = new IdempotencyKeys(this.platform);
    this.modules = createModules(this.platform, () => this.runner);
    this.routes = this.modules.list.flatMap((module) => module.routes ?? []);
    for (const module of this.modules.list) this.platform.events.define(module.events ?? []);
    this.runner = new JobRunner({
      db,
      clock,
      log,
      metrics: { finished: (name, outcome, ms) => metrics.jobs.observe({ job: name, outcome }, ms / 1000) },
    });
    this.runner.register([
      ...this.modules.list.flatMap((module) => module.jobs ?? []),
      ...this.platform.events.jobs,
      ...this.#ownJobs(),
    ]);
    watchJobs(this.platform);
    this.health = new HealthChecks(this.#healthChecks(mailer));
  }

  get db(): Database {
    return this.platform.db;
  }

  /** Connects the listener and starts the modules; after that, requests can be served. */
  async start(): Promise<void> {
    await this.platform.listener.start();
    await this.#replica?.start();
    for (const module of this.modules.list) await module.start?.();
  }

  /** Waits until everything that this process has committed shows in its search index and caches. */
  async settle(): Promise<void> {
    for (const module of this.modules.list) await module.settle?.();
  }

  /** Starts background work: jobs, and the modules' own workers. */
  async startJobs(): Promise<void> {
    this.platform.jobs.onWork(() => this.runner.wake());
    await this.platform.listener.subscribe(JOBS_CHANNEL, {
      onMessage: () => this.runner.wake(),
      onReconnect: () => this.runner.wake(),
    });
    await this.runner.start();
    for (const module of this.modules.list) await module.startWork?.();
  }

  /** The HTTP server, not yet listening; the same one on every call. */
  async http(): Promise<FastifyInstance> {
    if (this.#http !== null) return this.#http;
    const { config, clock, wallClock } = this.platform;
    const rateLimits = await this.#rateLimits();
    // Yield, so that creating the app and the server do not block the event loop in one go.
    await nextTurn();
    const origins = new OwnOrigins(config.baseUrl);
    // The pages are added to the server that needs them.
    let sendUnknown: SendUnknown = () => false;
    const app = await createHttpServer({
      config,
      sendUnknown: (error, request, reply) => sendUnknown(error, request, reply),
      log: this.platform.log,
      routes: this.routes,
      authenticator: this.modules.authenticator,
      rateLimits,
      idempotency: this.#idempotency,
      clock,
      wallClock,
      wording: this.platform.wording,
      origins,
      uploadsDir: path.join(config.dataDir, 'tmp'),
      followWrite: async () => {
        for (const module of this.modules.list) await module.followWrite?.();
      },
      checkReplies: this.#options.checkReplies ?? false,
      connections: this.#options.connections,
    });
    if (isTracing()) addRequestSpans(app);
    app.addHook('onSend', (request, reply, _payload, done) => {
      const isRead = request.state !== null && request.method === 'GET' && reply.statusCode < 400;
      if (isRead && this.platform.listener.isDatabaseAway) markStale(reply);
      done();
    });
    app.addHook('onResponse', (request, reply, done) => {
      const route = request.routeOptions.url ?? 'unknown';
      this.platform.metrics.observeRequest({
        method: request.method,
        route,
        status: reply.statusCode,
        seconds: reply.elapsedTime / 1000,
      });
      this.platform.log.debug(
        {
          reqId: request.id,
          method: request.method,
          route,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime),
        },
        'request',
      );
      done();
    });
    for (const module of this.modules.list) await module.extend?.(app);
    sendUnknown = await addStorefront(app, {
      offersTranslation: this.modules.translation.isOffered,
      ...this.platform,
      routes: this.routes,
      baseUrl: config.baseUrl,
      origins,
      rateLimits,
      taxonomy: this.modules.taxonomy,
      settings: this.modules.settings,
      browsers: this.modules.browsers,
      isEmailVerified: this.modules.isEmailVerified,
      views: this.modules.views,
      listings: this.modules.listings,
      search: this.modules.search,
      pricePositions: this.modules.pricePositions,
      infoPages: this.modules.infoPages,
      isDatabaseAway: () => this.platform.listener.isDatabaseAway,
    });
    const { catalogue } = this.platform.events;
    const document = (name: DocumentName) => openApiDocumentInSteps(name, this.routes, catalogue);
    addAssistants(app, {
      routes: this.routes,
      document: () => document('api'),
      rateLimits,
      origins,
      corsOrigins: config.corsOrigins,
    });
    await addSite(app, {
      document,
      files: referenceFiles(this.routes, catalogue),
      readMetrics: config.metricsPort === null ? () => this.platform.metrics.read() : null,
      isDemo: config.demo,
      baseUrl: config.baseUrl,
      wallClock,
      securityContact: () => this.modules.settings.get('site.securityContact'),
      readiness: () => this.readiness(),
      findings: () => this.health.findings(),
    });
    // Registered after the modules' hooks: those end streams, which would otherwise keep the server open.
    app.addHook('preClose', () => drain(app.server));
    this.#http = app;
    this.health.start();
    return app;
  }

  /** Stops in order: requests, jobs, modules, database. */
  async stop(): Promise<void> {
    if (this.#stopping) return;
    this.#stopping = true;
    this.health.stop();
    if (this.#http?.server.listening === true) await stopListening(this.#http.server);
    // A connection whose client vanished without closing it must not delay the stop until its deadline.
    const cutOff = setTimeout(() => this.#http?.server.closeAllConnections(), CONNECTIONS_GRACE_MS);
    await this.#http?.close();
    clearTimeout(cutOff);
    await Promise.all([
      this.runner.stop(JOBS_GRACE_MS),
      ...this.modules.list.map((module) => module.stopWork?.()),
    ]);
    for (const module of this.modules.list.toReversed()) await module.stop?.();
    await this.platform.listener.stop();
    await this.platform.pgNotifier.settle();
    this.#redis?.disconnect();
    await this.#replica?.stop();
    await this.platform.db.destroy();
  }

  /** Whether this process can serve requests. It can while a dependency is unavailable, because most requests do not need it. */
  readiness(): Readiness {
    const waiting = this.modules.list.flatMap((module: Module) => {
      const reason = module.notReady?.() ?? null;
      return reason === null ? [] : [[module.name, reason] as const];
    });
    return {
      ready: !this.#stopping && waiting.length === 0,
      checks: {
        ...Object.fromEntries(waiting),
        ...(this.#stopping ? { server: 'stopping' } : {}),
      },
    };
  }

  #healthChecks(mailer: Mailer): readonly HealthCheck[] {
    const { db, storage } = this.platform;
    return [
      { name: 'database', everyMs: CHECK_MS, run: () => ping(db) },
      ...(this.#usesRedis()
        ? [{ name: 'redis', everyMs: CHECK_MS, run: async () => void (await this.#redis?.ping()) }]
        : []),
      { name: 'storage', everyMs: CHECK_MS, run: () => storage.check() },
      ...(mailer.check === undefined
        ? []
        : [{ name: 'mail', everyMs: CHECK_MAIL_MS, run: () => mailer.check?.() ?? Promise.resolve() }]),
      ...this.modules.list.flatMap((module: Module) =>
        module.status === undefined
          ? []
          : [{ name: module.name, everyMs: CHECK_MODULE_MS, run: async () => module.status?.() }],
      ),
    ];
  }

  #usesRedis(): boolean {
    const { rateLimits, redisUrl } = this.#options.config;
    return rateLimits && redisUrl !== null;
  }

  async #rateLimits(): Promise<RateLimits> {
    const { config, wallClock, log } = this.platform;
    const now = (): Date => wallClock.now();
    if (!config.rateLimits) return unlimitedRateLimits(now);
    if (config.redisUrl !== null) this.#redis = await connectRedis(config.redisUrl, log);
    return createRateLimits({ redis: this.#redis, now });
  }

  #ownJobs(): readonly AnyJobDefinition[] {
    return [
      ...this.platform.mails.ownJobs,
      {
        name: 'http.purge-idempotency-keys',
        everyMs: HOUR_MS,
        run: (_payload, { signal }) => this.#idempotency.purge(signal),
      },
    ];
  }
}
