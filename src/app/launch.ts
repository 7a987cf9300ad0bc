/** Steps that the entry points share: find the database and the secret, migrate, stop in order. */
import { randomBytes } from 'node:crypto';
import cluster from 'node:cluster';
import { access, constants, link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { makeDirectory } from '@fifthwheel/embedded-postgres';
import { type Config, readConfig } from '../config/config.ts';
import { type Clock, OffsetClock, systemClock } from '../platform/clock.ts';
import { systemErrorCode } from '../platform/errors/system-error.ts';
import { descriptorWarning } from '../platform/http/limits/connections.ts';
import { createLogger, type Logger } from '../platform/log.ts';
import { mediaDirectory } from './adapters.ts';
import { App } from './app.ts';
import { type EmbeddedDatabaseOptions, serveEmbeddedDatabase } from './embedded-database.ts';
import { prepareDatabase } from './prepare-database.ts';
import { fileProblem } from './start-problems.ts';
import { context, propagation, trace } from '@opentelemetry/api';
import { VERSION } from '../platform/package-root.ts';
import { switchTracing } from '../platform/tracing.ts';

export interface Tracing {
  /** Flushes the remaining spans. */
  stop(): Promise<void>;
}

/**
 * Starts the OpenTelemetry SDK if the configuration names an exporter; otherwise none of it is loaded. The SDK itself
 * reads endpoint, headers, sampling and resource from the standard OTEL_* variables.
 */
export async function startTracing(config: Config): Promise<Tracing | null> {
  if (config.tracesExporter === 'none') return null;
  const sdk = await import('./tracing-sdk.bundled.ts');
  const resource = sdk
    .resourceFromAttributes({ 'service.name': 'fifthwheel', 'service.version': VERSION })
    .merge(sdk.detectResources({ detectors: [sdk.envDetector] }));
  const exporter =
    config.tracesExporter === 'console' ? new sdk.ConsoleSpanExporter() : new sdk.OTLPTraceExporter();
  const provider = new sdk.NodeTracerProvider({
    resource,
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  provider.register();
  switchTracing(true);
  return {
    async stop() {
      switchTracing(false);
      // An unreachable collector must not delay the exit.
      await provider.shutdown().catch(() => {});
      for (const part of [trace, context, propagation]) part.disable();
    },
  };
}

export interface Launched {
  readonly app: App;
  readonly config: Config;
  readonly log: Logger;
  /** Connection URL for the application role. */
  readonly databaseUrl: string;
  /** Ends the application, then the database that was started for it. */
  stop(): Promise<void>;
}

/** How to reach the data. An embedded database runs until `stop`. */
export interface OpenedDatabase {
  /** Connection URL for the application role. */
  readonly url: string;
  /**
   * Connection URL for the role that owns the schema and migrates it; null if it is the same, or `fifthwheel migrate`
   * does it.
   */
  readonly ownerUrl: string | null;
  readonly appSecret: string;
  readonly isEmbedded: boolean;
  stop(): Promise<void>;
}

export async function openDatabase(
  config: Config,
  log: Logger,
  options: EmbeddedDatabaseOptions = {},
): Promise<OpenedDatabase> {
  await requireDirectory(config.dataDir);
  // Create the directory even if it is empty; backup commands expect it.
  if (config.s3 === null) await requireDirectory(mediaDirectory(config));
  const appSecret = config.appSecret ?? (await ownSecret(config.dataDir));
  const embedded =
    config.databaseUrl === null ? await serveEmbeddedDatabase(config.dataDir, log, options) : null;
  return {
    url: config.databaseUrl ?? embedded?.url ?? '',
    ownerUrl: config.databaseOwnerUrl ?? embedded?.ownerUrl ?? null,
    appSecret,
    isEmbedded: embedded !== null,
    stop: async () => embedded?.stop(),
  };
}

/** An App on a migrated database, not started yet. */
export async function launch(
  config: Config = readConfig(),
  options: EmbeddedDatabaseOptions = {},
): Promise<Launched> {
  const log = createStartLog(config);
  const clock: Clock = config.mode === 'sandbox' ? new OffsetClock() : systemClock;
  // Before the first database handle: handles look only once whether tracing is on.
  const tracing = await startTracing(config);
  const database = await openDatabase(config, log, options);
  try {
    await prepareDatabase({ ...database, mode: config.mode, clock, log });
    // After a database response, the first immediate runs before timers and sockets, so a single one would not yield.
    await nextTurn();
    const app = new App({ config, databaseUrl: database.url, appSecret: database.appSecret, log, clock });
    return {
      app,
      config,
      log,
      databaseUrl: database.url,
      async stop() {
        await app.stop();
        await tracing?.stop();
        await database.stop();
      },
    };
  } catch (error) {
    log.debug({ err: error }, 'the start failed');
    await database.stop();
    throw error;
  }
}

/** Warns of probable mistakes in the settings: once, not in each worker. */
export function createStartLog(config: Config): Logger {
  const log = createLogger(config.logLevel);
  if (cluster.isWorker) return log;
  for (const warning of config.warnings) log.warn(warning);
  const scarce = descriptorWarning();
  if (scarce !== null) log.warn(scarce);
  return log;
}

async function requireDirectory(directory: string): Promise<void> {
  try {
    await makeDirectory(directory);
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw fileProblem(error) ?? error;
  }
}

/** Creates the secret on the first start. Losing it loses all sessions and encrypted secrets. */
async function ownSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'app-secret');
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if (systemErrorCode(error) !== 'ENOENT') throw error;
  }
  const partial = `${file}.${process.pid}`;
  await writeFile(partial, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600 });
  try {
    // link() creates the complete file or nothing; if two programs start concurrently, the first wins.
    await link(partial, file);
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error;
  } finally {
    await rm(partial, { force: true });
  }
  return (await readFile(file, 'utf8')).trim();
}
