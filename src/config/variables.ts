import { editDistance } from '@fifthwheel/text/edit-distance';

/**
 * Every variable that the program reads. The value of a secret may also come from the file that NAME_FILE names,
 * because other users may be able to see the environment of a process.
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
  DELETED_FILES_DAYS: 'plain',
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
  TRANSLATION_SERVICE: 'plain',
  TRANSLATION_URL: 'plain',
  TRANSLATION_KEY: 'secret',
  TRANSLATION_CHARACTERS_PER_DAY: 'plain',
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
  'TRANSLATION_',
];
/** Names of services that container platforms put into every environment, as in REDIS_PORT_6379_TCP. */
const FROM_PLATFORM = /_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT|PORT_\d+_(?:TCP|UDP)(?:_\w+)?)$/;
/** A different or additional letter in a shorter name makes another word: POST and PORTS are not PORT. */
const LONG_NAME = 8;
const EDITS_MAX = 2;

/** Returns a problem for each name that resembles a variable of this program, because a typo would otherwise go unnoticed. */
export function misspelt(names: readonly string[]): string[] {
  const foreign = names.filter((name) => !NAMES.includes(name) && !READ_BY_OTHERS.test(name));
  return foreign.flatMap((name) => {
    const suggestion = NAMES.find((known) => isNear(name, known));
    if (suggestion !== undefined)
      return [`${name} is not a variable of this program; did you mean ${suggestion}?`];
    const isOurs = PREFIXES.some((prefix) => name.startsWith(prefix)) && !FROM_PLATFORM.test(name);
    return isOurs ? [`${name} is not a variable of this program`] : [];
  });
}

function isNear(name: string, known: string): boolean {
  const [words, knownWords] = [wordsOf(name), wordsOf(known)];
  const [letters, knownLetters] = [words.join(''), knownWords.join('')];
  if (letters === knownLetters || hasSameWords(words, knownWords)) return true;
  if (knownLetters.length < LONG_NAME) return isSlip(letters, knownLetters);
  return (
    editDistance(letters, knownLetters, EDITS_MAX) <= EDITS_MAX ||
    editDistance(singular(words), singular(knownWords), EDITS_MAX) <= EDITS_MAX
  );
}

function wordsOf(name: string): readonly string[] {
  return name.toUpperCase().split('_');
}

/** PROXY_TRUST for TRUST_PROXY. */
function hasSameWords(words: readonly string[], known: readonly string[]): boolean {
  return words.toSorted().join('_') === known.toSorted().join('_');
}

/** A letter is missing, or two have changed places. */
function isSlip(letters: string, known: string): boolean {
  const sorted = (text: string): string => Array.from(text).toSorted().join('');
  const isOtherWord = letters.length === known.length && sorted(letters) !== sorted(known);
  return letters.length <= known.length && !isOtherWord && editDistance(letters, known, 1) <= 1;
}

/** TRUSTPROXY for TRUST_PROXIES. */
function singular(words: readonly string[]): string {
  return words.map((word) => word.replace(/IES$/, 'Y').replace(/(?<=[A-Z]{2}[^SU])S$/, '')).join('');
}
