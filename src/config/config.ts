import path from 'node:path';
import { positiveInteger, flag, oneOf, optional, schedule, ConfigError } from './env-values.ts';

/** Everything that the environment decides; read once, frozen. Names and defaults: docs/operations.md. */
export interface Config {
  readonly mode: 'live' | 'sandbox';
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  readonly workers: number;
  /** Metrics on a port of their own; null: on the public one. */
  readonly metricsPort: number | null;
  readonly metricsHost: string;
  /** Open connections of one address, or one IPv6 /64, to one process. */
  readonly connectionsPerAddress: number;
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** Of the role that owns the schema, where it is another one than the program runs as. */
  readonly databaseOwnerUrl: string | null;
  readonly databaseReplicaUrl: string | null;
  readonly databasePoolMax: number;
  readonly redisUrl: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  readonly appSecret: string | null;
  readonly adminEmail: string | null;
  readonly adminPassword: string | null;
  readonly demo: boolean;
  readonly trustProxy: readonly string[];
  readonly corsOrigins: readonly string[];
  readonly rateLimits: boolean;
  /** Keep answers of searches until the index changes. */
  readonly searchCache: boolean;
  readonly logLevel: string;
  /** Where traces go; 'none' unless a standard OTEL_* variable names an exporter. */
  readonly tracesExporter: 'none' | 'otlp' | 'console';
  readonly webhooks: {
    readonly allowPrivate: boolean;
    readonly retrySeconds: readonly number[];
    readonly leaseSeconds: number;
  };
  readonly imports: {
    /** Allow feeds and pictures from private addresses, for local work. */
    readonly allowPrivate: boolean;
  };
  readonly s3: S3Config | null;
  readonly stripe: {
    readonly secretKey: string;
    readonly webhookSecret: string;
    /** Another server that speaks the same protocol, for tests. */
    readonly apiBase: string | null;
  } | null;
}

export interface S3Config {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Specification "Delivery and verification" 4: seconds before each of the six attempts. */
export const WEBHOOK_RETRY_SECONDS_DEFAULT = [0, 60, 300, 1800, 7200, 86_400] as const;

export function readConfig(env: Environment = process.env): Config {
  const mode = oneOf(env, 'FIFTHWHEEL_MODE', ['live', 'sandbox'] as const, 'live');
  const production = env['NODE_ENV'] === 'production';
  const port = positiveInteger(env, 'PORT', mode === 'sandbox' ? 3001 : 3000, { min: 0, max: 65_535 });
  const host = optional(env, 'HOST') ?? '127.0.0.1';
  const databaseUrl = optional(env, 'DATABASE_URL');
  const databaseOwnerUrl = optional(env, 'DATABASE_OWNER_URL');
  if (databaseOwnerUrl !== null && databaseUrl === null)
    throw new ConfigError('DATABASE_OWNER_URL', 'needs DATABASE_URL, the role that the server runs as');
  const appSecret = optional(env, 'APP_SECRET');
  if (databaseUrl !== null && appSecret === null) {
    throw new ConfigError(
      'APP_SECRET',
      'is required with DATABASE_URL: 32 or more random characters, the same on every process',
    );
  }
  if (appSecret !== null && appSecret.length < 32)
    throw new ConfigError('APP_SECRET', 'must have at least 32 characters');
  const demo = flag(env, 'DEMO', databaseUrl === null);
  const workers = positiveInteger(env, 'WORKERS', 1, { min: 1, max: 64 });
  if (mode === 'sandbox' && workers > 1)
    throw new ConfigError('WORKERS', 'must be 1 in a sandbox: its clock is in the memory of one process');
  return Object.freeze({
    mode,
    production,
    port,
    host,
    workers,
    metricsPort: readMetricsPort(env, port),
    metricsHost: optional(env, 'METRICS_HOST') ?? '127.0.0.1',
    connectionsPerAddress: positiveInteger(env, 'CONNECTIONS_PER_ADDRESS', 500, { min: 1, max: 100_000 }),
    baseUrl: (
      optional(env, 'BASE_URL') ?? `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`
    ).replace(/\/+$/, ''),
    dataDir: path.resolve(optional(env, 'DATA_DIR') ?? (mode === 'sandbox' ? './data-sandbox' : './data')),
    databaseUrl,
    databaseOwnerUrl,
    databaseReplicaUrl: optional(env, 'DATABASE_REPLICA_URL'),
    databasePoolMax: positiveInteger(env, 'DATABASE_POOL_MAX', 16, { min: 2, max: 200 }),
    redisUrl: optional(env, 'REDIS_URL'),
    smtpUrl: mode === 'sandbox' ? null : optional(env, 'SMTP_URL'),
    mailFrom: optional(env, 'MAIL_FROM') ?? 'Fifthwheel <no-reply@fifthwheel.example>',
    appSecret,
    adminEmail: optional(env, 'ADMIN_EMAIL'),
    adminPassword: optional(env, 'ADMIN_PASSWORD'),
    demo,
    trustProxy: list(env, 'TRUST_PROXY'),
    corsOrigins: list(env, 'CORS_ORIGINS'),
    rateLimits: flag(env, 'RATE_LIMITS', true),
    searchCache: flag(env, 'SEARCH_CACHE', true),
    logLevel: oneOf(
      env,
      'LOG_LEVEL',
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const,
      'info',
    ),
    tracesExporter: readTracesExporter(env),
    webhooks: Object.freeze({
      allowPrivate: flag(env, 'WEBHOOKS_ALLOW_PRIVATE', demo && !production),
      retrySeconds: schedule(env, 'WEBHOOK_RETRY_SECONDS', WEBHOOK_RETRY_SECONDS_DEFAULT),
      leaseSeconds: positiveInteger(env, 'WEBHOOK_LEASE_SECONDS', 60, { min: 1, max: 3600 }),
    }),
    imports: Object.freeze({ allowPrivate: flag(env, 'IMPORTS_ALLOW_PRIVATE', false) }),
    s3: readS3(env),
    stripe: readStripe(env),
  });
}

/** The configuration of `npm run sandbox`: port and data directory differ from a live server beside it. */
export function readSandboxConfig(env: Environment = process.env): Config {
  return readConfig({ ...env, FIFTHWHEEL_MODE: 'sandbox' });
}

function readMetricsPort(env: Environment, port: number): number | null {
  if (optional(env, 'METRICS_PORT') === null) return null;
  const metricsPort = positiveInteger(env, 'METRICS_PORT', 0, { min: 1, max: 65_535 });
  if (metricsPort === port) throw new ConfigError('METRICS_PORT', 'must differ from PORT');
  return metricsPort;
}

function readTracesExporter(env: Environment): Config['tracesExporter'] {
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return 'none';
  const endpoint = optional(env, 'OTEL_EXPORTER_OTLP_ENDPOINT');
  return oneOf(
    env,
    'OTEL_TRACES_EXPORTER',
    ['none', 'otlp', 'console'] as const,
    endpoint === null ? 'none' : 'otlp',
  );
}

function readS3(env: Environment): S3Config | null {
  const endpoint = optional(env, 'S3_ENDPOINT');
  if (endpoint === null) return null;
  const need = (name: string): string => {
    const value = optional(env, name);
    if (value === null) throw new ConfigError(name, 'is required with S3_ENDPOINT');
    return value;
  };
  return {
    endpoint,
    bucket: need('S3_BUCKET'),
    region: optional(env, 'S3_REGION') ?? 'us-east-1',
    accessKeyId: need('S3_ACCESS_KEY_ID'),
    secretAccessKey: need('S3_SECRET_ACCESS_KEY'),
  };
}

function readStripe(env: Environment): Config['stripe'] {
  const secretKey = optional(env, 'STRIPE_SECRET_KEY');
  if (secretKey === null) return null;
  const webhookSecret = optional(env, 'STRIPE_WEBHOOK_SECRET');
  if (webhookSecret === null)
    throw new ConfigError('STRIPE_WEBHOOK_SECRET', 'is required with STRIPE_SECRET_KEY');
  return { secretKey, webhookSecret, apiBase: optional(env, 'STRIPE_API_BASE') };
}

function list(env: Environment, name: string): readonly string[] {
  return (optional(env, name) ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
