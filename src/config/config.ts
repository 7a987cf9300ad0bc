import path from 'node:path';
import ipaddr from 'ipaddr.js';
import { type Environment, EnvReader } from './env-reader.ts';
import { misspelt, type VariableName } from './variables.ts';

/** All settings from the environment; read once, frozen. Names and defaults: docs/operations.md. */
export interface Config {
  readonly mode: 'live' | 'sandbox';
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  readonly workers: number;
  /** A separate port for metrics; null: on the public one, which only this machine reaches. */
  readonly metricsPort: number | null;
  /** Whether the port is the default. If it is in use, the server then starts without metrics. */
  readonly isMetricsPortOptional: boolean;
  readonly metricsHost: string;
  /** Open connections of one address, or one IPv6 /64, to one process. */
  readonly connectionsPerAddress: number;
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /** Connection URL of the role that owns the schema, if that is not the application role. */
  readonly databaseOwnerUrl: string | null;
  readonly databaseReplicaUrl: string | null;
  readonly databasePoolMax: number;
  readonly redisUrl: string | null;
  readonly smtpUrl: string | null;
  /** The gateway for text messages. */
  readonly smsUrl: string | null;
  /** Whether emails must be sent encrypted or not at all. */
  readonly smtpRequireTls: boolean;
  readonly mailFrom: string;
  readonly appSecret: string | null;
  readonly adminEmail: string | null;
  readonly adminPassword: string | null;
  /** Whether to fill an empty database with the demo data. */
  readonly demo: boolean;
  /** Allows logins with public credentials: the server is reachable only from this machine, and is not in production. */
  readonly demoLogins: boolean;
  readonly trustProxy: readonly string[];
  readonly corsOrigins: readonly string[];
  readonly rateLimits: boolean;
  /** Whether to cache search responses until the index changes. */
  readonly searchCache: boolean;
  readonly logLevel: string;
  /** Where traces go; 'none' unless a standard OTEL_* variable names an exporter. */
  readonly tracesExporter: 'none' | 'otlp' | 'console';
  /** How long files are kept after their rows are deleted. */
  readonly deletedFilesDays: number;
  readonly webhooks: {
    readonly allowPrivate: boolean;
    readonly retrySeconds: readonly number[];
    readonly leaseSeconds: number;
  };
  readonly imports: {
    /** Allow feeds and images from private addresses, for local work. */
    readonly allowPrivate: boolean;
  };
  readonly openSearch: OpenSearchConfig | null;
  readonly s3: S3Config | null;
  readonly stripe: {
    readonly secretKey: string;
    readonly webhookSecret: string;
    /** Another server that speaks the same protocol, for tests. */
    readonly apiBase: string | null;
  } | null;
  /** The service that translates descriptions and messages on request; null: none. */
  readonly translation: TranslationConfig | null;
  /** Valid settings that look like a mistake, for the log. */
  readonly warnings: readonly string[];
}

/** A search cluster that serves searches instead of the in-memory index. */
export interface OpenSearchConfig {
  readonly nodes: readonly string[];
  readonly username: string | null;
  readonly password: string | null;
  readonly apiKey: string | null;
  /** Prefix of index names. */
  readonly index: string;
  readonly shards: number;
  readonly replicas: number;
  readonly timeoutMs: number;
}

export interface TranslationConfig {
  readonly kind: 'libretranslate' | 'deepl';
  /** Base address of the service. */
  readonly url: string;
  readonly key: string | null;
  /** For all accounts together. */
  readonly charactersPerDay: number;
}

export interface S3Config {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** Specification "Delivery and verification" 4: seconds before each of the six attempts. */
export const WEBHOOK_RETRY_SECONDS_DEFAULT = [0, 60, 300, 1800, 7200, 86_400] as const;

export function readConfig(env: Environment = process.env): Config {
  const reader = new EnvReader(env);
  const strangeNames = misspelt(Object.keys(env));
  const mode = reader.oneOf('FIFTHWHEEL_MODE', ['live', 'sandbox'] as const, 'live');
  const isSandbox = mode === 'sandbox';
  const production = reader.text('NODE_ENV') === 'production';
  const port = reader.integer('PORT', isSandbox ? 3001 : 3000, { min: 0, max: 65_535 });
  const host = reader.host('HOST', '127.0.0.1');
  const databaseUrl = reader.url('DATABASE_URL', POSTGRES);
  const databaseOwnerUrl = reader.url('DATABASE_OWNER_URL', POSTGRES);
  if (databaseOwnerUrl !== null && databaseUrl === null)
    reader.problem('DATABASE_OWNER_URL', 'needs DATABASE_URL, the role that the server runs as');
  const demoLogins = isLoopback(host) && !production;
  const demo = reader.flag('DEMO', databaseUrl === null && demoLogins);
  if (demo && !demoLogins) {
    const place = production ? 'in production' : 'on an address that other machines can reach';
    reader.problem('DEMO', `must be off ${place}: the demo credentials are public`);
  }
  const workers = reader.integer('WORKERS', 1, { min: 1, max: 64 });
  if (isSandbox && workers > 1)
    reader.problem('WORKERS', 'must be 1 in a sandbox: its clock is in the memory of one process');
  const smtpUrl = reader.url('SMTP_URL', ['smtp', 'smtps']);
  const config: Config = {
    mode,
    production,
    port,
    host,
    workers,
    metricsPort: readMetricsPort(reader, { port, host, isSandbox }),
    isMetricsPortOptional: reader.text('METRICS_PORT') === null,
    metricsHost: reader.host('METRICS_HOST', '127.0.0.1'),
    connectionsPerAddress: reader.integer('CONNECTIONS_PER_ADDRESS', 500, { min: 1, max: 100_000 }),
    baseUrl: reader.httpOrigin('BASE_URL') ?? `http://${reachable(host)}:${port}`,
    dataDir: path.resolve(reader.text('DATA_DIR') ?? (isSandbox ? './data-sandbox' : './data')),
    databaseUrl,
    databaseOwnerUrl,
    databaseReplicaUrl: reader.url('DATABASE_REPLICA_URL', POSTGRES),
    databasePoolMax: reader.integer('DATABASE_POOL_MAX', 16, { min: 2, max: 200 }),
    redisUrl: reader.url('REDIS_URL', ['redis', 'rediss']),
    smtpUrl: isSandbox ? null : smtpUrl,
    smsUrl: readSmsUrl(reader, production),
    smtpRequireTls: production && smtpUrl !== null && URL.canParse(smtpUrl) && !isLocalRelay(smtpUrl),
    mailFrom: reader.sender('MAIL_FROM', 'Fifthwheel <no-reply@fifthwheel.example>'),
    appSecret: readAppSecret(reader),
    adminEmail: reader.email('ADMIN_EMAIL'),
    adminPassword: reader.text('ADMIN_PASSWORD'),
    demo,
    demoLogins,
    trustProxy: reader.networks('TRUST_PROXY'),
    corsOrigins: reader.origins('CORS_ORIGINS'),
    rateLimits: reader.flag('RATE_LIMITS', true),
    searchCache: reader.flag('SEARCH_CACHE', true),
    logLevel: reader.oneOf('LOG_LEVEL', LOG_LEVELS, 'info'),
    tracesExporter: readTracesExporter(reader),
    deletedFilesDays: reader.integer('DELETED_FILES_DAYS', 7, { min: 0, max: 365 }),
    webhooks: Object.freeze({
      allowPrivate: reader.flag('WEBHOOKS_ALLOW_PRIVATE', demo && !production),
      retrySeconds: reader.schedule('WEBHOOK_RETRY_SECONDS', WEBHOOK_RETRY_SECONDS_DEFAULT),
      leaseSeconds: reader.integer('WEBHOOK_LEASE_SECONDS', 60, { min: 1, max: 3600 }),
    }),
    imports: Object.freeze({ allowPrivate: reader.flag('IMPORTS_ALLOW_PRIVATE', false) }),
    openSearch: readOpenSearch(reader),
    s3: readS3(reader),
    stripe: readStripe(reader),
    translation: readTranslation(reader),
    warnings: [...strangeNames, ...readWarnings(reader, { production, isSandbox, host })],
  };
  reader.finish(strangeNames);
  return Object.freeze(config);
}

const POSTGRES = ['postgres', 'postgresql'] as const;
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** The configuration of `fifthwheel sandbox`: port and data directory differ from those of a live server on the same machine. */
export function readSandboxConfig(env: Environment = process.env): Config {
  return readConfig({ ...env, FIFTHWHEEL_MODE: 'sandbox' });
}

const METRICS_PORT_DEFAULT = 9464;
const METRICS_PORT_OF_SANDBOX = 9465;

/** Clients of the public port must not read metrics, nor make the server collect them. */
function readMetricsPort(
  reader: EnvReader,
  { port, host, isSandbox }: Pick<Config, 'port' | 'host'> & { isSandbox: boolean },
): number | null {
  if (reader.text('METRICS_PORT') === null && isLoopback(host)) return null;
  const fallback = isSandbox ? METRICS_PORT_OF_SANDBOX : METRICS_PORT_DEFAULT;
  const metricsPort = reader.integer('METRICS_PORT', fallback, { min: 1, max: 65_535 });
  if (metricsPort === port) reader.problem('METRICS_PORT', `must differ from PORT, which is ${port}`);
  return metricsPort;
}

/** Phone numbers, codes and the gateway's password leave the machine encrypted or not at all, like emails. */
function readSmsUrl(reader: EnvReader, production: boolean): string | null {
  const smsUrl = reader.url('SMS_URL', ['https', 'http']);
  if (!production || smsUrl === null || !URL.canParse(smsUrl)) return smsUrl;
  const { protocol, hostname } = new URL(smsUrl);
  if (protocol === 'http:' && !isLoopback(hostname.replace(/^\[(.*)\]$/, '$1')))
    reader.problem('SMS_URL', 'must begin with https:// in production, except on loopback');
  return smsUrl;
}

/**
 * Whether the mail server is on this machine and needs no password: then this program sends nothing unencrypted over the network.
 */
function isLocalRelay(smtpUrl: string): boolean {
  const { hostname, username, password } = new URL(smtpUrl);
  return username + password === '' && isLoopback(hostname.replace(/^\[(.*)\]$/, '$1'));
}

/** Wildcard addresses, which browsers cannot open. */
const EVERY_ADDRESS: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

function reachable(host: string): string {
  if (EVERY_ADDRESS.has(host)) return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

function readAppSecret(reader: EnvReader): string | null {
  const secret = reader.text('APP_SECRET');
  if (secret === null && reader.text('DATABASE_URL') !== null) {
    reader.problem(
      'APP_SECRET',
      'is required with DATABASE_URL: 32 or more random characters, the same on every process',
    );
  }
  if (secret !== null && secret.length < 32) reader.problem('APP_SECRET', 'must have at least 32 characters');
  return secret;
}

function readTracesExporter(reader: EnvReader): Config['tracesExporter'] {
  const isDisabled = reader.text('OTEL_SDK_DISABLED')?.toLowerCase() === 'true';
  const endpoint = reader.httpBase('OTEL_EXPORTER_OTLP_ENDPOINT');
  const exporter = reader.oneOf(
    'OTEL_TRACES_EXPORTER',
    ['none', 'otlp', 'console'] as const,
    endpoint === null ? 'none' : 'otlp',
  );
  return isDisabled ? 'none' : exporter;
}

const INDEX_NAME = /^[a-z0-9][a-z0-9_-]{0,60}$/;

function readOpenSearch(reader: EnvReader): OpenSearchConfig | null {
  const nodes = reader.urls('OPENSEARCH_URL', ['http', 'https']);
  const [username, password, apiKey] = [
    reader.text('OPENSEARCH_USERNAME'),
    reader.text('OPENSEARCH_PASSWORD'),
    reader.text('OPENSEARCH_API_KEY'),
  ];
  if ((username === null) !== (password === null))
    reader.problem('OPENSEARCH_USERNAME', 'and OPENSEARCH_PASSWORD go together');
  if (username !== null && apiKey !== null)
    reader.problem('OPENSEARCH_API_KEY', 'and OPENSEARCH_USERNAME are both set: set only one of them');
  const index = reader.text('OPENSEARCH_INDEX') ?? 'fifthwheel';
  if (!INDEX_NAME.test(index))
    reader.problem('OPENSEARCH_INDEX', 'must be lower-case letters, digits, hyphens and underscores');
  const shards = reader.integer('OPENSEARCH_SHARDS', 1, { min: 1, max: 64 });
  const replicas = reader.integer('OPENSEARCH_REPLICAS', 1, { min: 0, max: 5 });
  const timeoutMs = reader.integer('OPENSEARCH_TIMEOUT_MS', 800, { min: 100, max: 60_000 });
  return nodes === null
    ? null
    : Object.freeze({ nodes, username, password, apiKey, index, shards, replicas, timeoutMs });
}

function readS3(reader: EnvReader): S3Config | null {
  const endpoint = reader.httpBase('S3_ENDPOINT');
  const need = (name: 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'): string => {
    const value = reader.text(name);
    if (value === null && endpoint !== null) reader.problem(name, 'is required with S3_ENDPOINT');
    return value ?? '';
  };
  const [bucket, accessKeyId, secretAccessKey] = [
    need('S3_BUCKET'),
    need('S3_ACCESS_KEY_ID'),
    need('S3_SECRET_ACCESS_KEY'),
  ];
  if (endpoint === null) return null;
  return {
    endpoint,
    bucket,
    region: reader.text('S3_REGION') ?? 'us-east-1',
    accessKeyId,
    secretAccessKey,
  };
}

function readStripe(reader: EnvReader): Config['stripe'] {
  const secretKey = reader.text('STRIPE_SECRET_KEY');
  const webhookSecret = reader.text('STRIPE_WEBHOOK_SECRET');
  const apiBase = reader.httpBase('STRIPE_API_BASE');
  if (secretKey === null) return null;
  if (webhookSecret === null) reader.problem('STRIPE_WEBHOOK_SECRET', 'is required with STRIPE_SECRET_KEY');
  return { secretKey, webhookSecret: webhookSecret ?? '', apiBase };
}

const DEEPL_URL = 'https://api.deepl.com';
const TRANSLATION_CHARACTERS_DEFAULT = 500_000;

function readTranslation(reader: EnvReader): TranslationConfig | null {
  const kind = reader.oneOf('TRANSLATION_SERVICE', ['none', 'libretranslate', 'deepl'] as const, 'none');
  const url = reader.httpBase('TRANSLATION_URL') ?? (kind === 'deepl' ? DEEPL_URL : null);
  const key = reader.text('TRANSLATION_KEY');
  const charactersPerDay = reader.integer('TRANSLATION_CHARACTERS_PER_DAY', TRANSLATION_CHARACTERS_DEFAULT, {
    min: 100_000,
    max: 1_000_000_000,
  });
  if (kind === 'none') return null;
  if (url === null) reader.problem('TRANSLATION_URL', 'is required with TRANSLATION_SERVICE=libretranslate');
  if (kind === 'deepl' && key === null)
    reader.problem('TRANSLATION_KEY', 'is required with TRANSLATION_SERVICE=deepl');
  return Object.freeze({ kind, url: url ?? '', key, charactersPerDay });
}

/** Valid settings that are probably unintended. */
function readWarnings(
  reader: EnvReader,
  at: { production: boolean; isSandbox: boolean; host: string },
): string[] {
  const isSet = (name: VariableName): boolean => reader.text(name) !== null;
  const environment = reader.text('NODE_ENV');
  return [
    ...((at.production || EVERY_ADDRESS.has(at.host)) && !isSet('BASE_URL')
      ? ['BASE_URL is not set: signing in and links in emails work only on this machine']
      : []),
    ...(at.production && !at.isSandbox && !isSet('SMTP_URL')
      ? ['SMTP_URL is not set: emails are written to DATA_DIR/mail and not sent']
      : []),
    ...(environment !== null && /^prod/i.test(environment) && !at.production
      ? [`NODE_ENV is "${environment}", which is ignored; did you mean "production"?`]
      : []),
    ...(isSet('ADMIN_EMAIL') === isSet('ADMIN_PASSWORD')
      ? []
      : ['ADMIN_EMAIL and ADMIN_PASSWORD only work together: set both']),
    ...(isSet('S3_BUCKET') && !isSet('S3_ENDPOINT')
      ? ['S3_BUCKET is set without S3_ENDPOINT: files are kept in DATA_DIR/media']
      : []),
    ...(isSet('STRIPE_WEBHOOK_SECRET') && !isSet('STRIPE_SECRET_KEY')
      ? ['STRIPE_WEBHOOK_SECRET is set without STRIPE_SECRET_KEY: no card is charged']
      : []),
  ];
}

/** Whether only this machine can reach what listens there. */
function isLoopback(host: string): boolean {
  if (host === 'localhost') return true;
  return ipaddr.isValid(host) && ipaddr.process(host).range() === 'loopback';
}
