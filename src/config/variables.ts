import { editDistance } from '../text/edit-distance.ts';

/**
 * Every variable that the program reads. The value of a secret may also come from the file that NAME_FILE names, since
 * the environment of a process is seen by whoever may look at the process.
 */
export const VARIABLES = {
  PORT: 'plain',
  HOST: 'plain',
  BASE_URL: 'plain',
  FIFTHWHEEL_MODE: 'plain',
  NODE_ENV: 'plain',
  METRICS_PORT: 'plain',
  METRICS_HOST: 'plain',
  CONNECTIONS_PER_ADDRESS: 'plain',
  WORKERS: 'plain',
  DATA_DIR: 'plain',
  DATABASE_URL: 'secret',
  DATABASE_OWNER_URL: 'secret',
  DATABASE_POOL_MAX: 'plain',
  DATABASE_REPLICA_URL: 'secret',
  REDIS_URL: 'secret',
  APP_SECRET: 'secret',
  ADMIN_EMAIL: 'plain',
  ADMIN_PASSWORD: 'secret',
  DEMO: 'plain',
  SMTP_URL: 'secret',
  MAIL_FROM: 'plain',
  SMS_URL: 'secret',
  TRUST_PROXY: 'plain',
  CORS_ORIGINS: 'plain',
  RATE_LIMITS: 'plain',
  SEARCH_CACHE: 'plain',
  LOG_LEVEL: 'plain',
  OTEL_EXPORTER_OTLP_ENDPOINT: 'plain',
  OTEL_TRACES_EXPORTER: 'plain',
  OTEL_SDK_DISABLED: 'plain',
  WEBHOOKS_ALLOW_PRIVATE: 'plain',
  IMPORTS_ALLOW_PRIVATE: 'plain',
  WEBHOOK_RETRY_SECONDS: 'plain',
  WEBHOOK_LEASE_SECONDS: 'plain',
  OPENSEARCH_URL: 'secret',
  OPENSEARCH_USERNAME: 'plain',
  OPENSEARCH_PASSWORD: 'secret',
  OPENSEARCH_API_KEY: 'secret',
  OPENSEARCH_INDEX: 'plain',
  OPENSEARCH_SHARDS: 'plain',
  OPENSEARCH_REPLICAS: 'plain',
  OPENSEARCH_TIMEOUT_MS: 'plain',
  S3_ENDPOINT: 'plain',
  S3_BUCKET: 'plain',
  S3_REGION: 'plain',
  S3_ACCESS_KEY_ID: 'secret',
  S3_SECRET_ACCESS_KEY: 'secret',
  STRIPE_SECRET_KEY: 'secret',
  STRIPE_WEBHOOK_SECRET: 'secret',
  STRIPE_API_BASE: 'plain',
} as const satisfies Readonly<Record<string, 'plain' | 'secret'>>;

export type VariableName = keyof typeof VARIABLES;
export type SecretName = {
  [Name in VariableName]: (typeof VARIABLES)[Name] extends 'secret' ? Name : never;
}[VariableName];

export const NAMES: readonly string[] = Object.entries(VARIABLES).flatMap(([name, kind]) =>
  kind === 'secret' ? [name, `${name}_FILE`] : [name],
);

/** The specification of OpenTelemetry has many more variables with this prefix, which its libraries read themselves. */
const READ_BY_OTHERS = /^OTEL_/;
const PREFIXES = [
  'FIFTHWHEEL_',
  'WEBHOOKS_',
  'WEBHOOK_',
  'IMPORTS_',
  'S3_',
  'STRIPE_',
  'SMTP_',
  'SMS_',
  'ADMIN_',
];
/** Names of services that container platforms put into every environment, as in REDIS_PORT_6379_TCP. */
const FROM_PLATFORM = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT|PORT_\d+_(?:TCP|UDP)(?:_\w+)?)$/;
/** In shorter names one other letter makes another word. */
const LONG_NAME = 8;

/** What is wrong with each name that looks like one of ours and is none: a typing error would go unseen otherwise. */
export function misspelt(names: readonly string[]): string[] {
  const foreign = names.filter((name) => !NAMES.includes(name) && !READ_BY_OTHERS.test(name));
  return foreign.flatMap((name) => {
    const meant = NAMES.find((known) => isNear(name, known));
    if (meant !== undefined) return [`${name} is no variable of this program; is ${meant} meant?`];
    const isOurs = PREFIXES.some((prefix) => name.startsWith(prefix)) && !FROM_PLATFORM.test(name);
    return isOurs ? [`${name} is no variable of this program`] : [];
  });
}

function isNear(name: string, known: string): boolean {
  const [one, other] = [name, known].map((text) => text.toUpperCase().replaceAll('_', '')) as [
    string,
    string,
  ];
  const max = known.length >= LONG_NAME ? 2 : 1;
  return editDistance(one, other, max) <= max;
}
