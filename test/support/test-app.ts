import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pg from 'pg';
import { inject } from 'vitest';
import { App } from '../../src/app/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { loggedCommits } from '../../src/modules/listings/index.ts';
import { OffsetClock } from '../../src/platform/clock.ts';
import type { Database } from '../../src/platform/db/database.ts';
import type { ConnectionLimits } from '../../src/platform/http/limits/connections.ts';
import { withTimeout } from '../../src/platform/with-timeout.ts';
import { createLogger, type Logger } from '../../src/platform/log.ts';
import type { Mail, Mailer } from '../../src/platform/mail/mailer.ts';
import type { TextMessage } from '../../src/platform/texting/texter.ts';
import { withDatabase } from './global-setup.ts';

/** A response as tests read it. */
export interface TestResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
  /** The parsed envelope. */
  // eslint-disable-next-line typescript/no-explicit-any -- tests look into responses whose types the schemas already check
  readonly body: any;
}

/** Returns the fields that an error response names, in order. */
export function fieldsOf(response: TestResponse): string[] {
  const details: readonly { field: string }[] = response.body.error.details;
  return details.map(({ field }) => field);
}

export interface CallOptions {
  /** An access token or API key for `Authorization: Bearer`. */
  readonly as?: { readonly token: string } | string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly ip?: string;
  readonly payload?: Buffer | string;
  /** Reads without waiting for the search index, as clients do. By default, a GET waits until the index includes all writes. */
  readonly atOnce?: boolean;
}

export interface TestApp {
  readonly app: App;
  readonly http: FastifyInstance;
  readonly db: Database;
  readonly clock: OffsetClock;
  /** Emails in the order in which they were sent. */
  readonly mailbox: Mail[];
  /** Text messages in the order in which they were sent. */
  readonly textMessages: TextMessage[];
  readonly dataDir: string;
  readonly databaseUrl: string;
  call(method: string, url: string, options?: CallOptions): Promise<TestResponse>;
  get(url: string, options?: CallOptions): Promise<TestResponse>;
  post(url: string, body?: unknown, options?: CallOptions): Promise<TestResponse>;
  put(url: string, body?: unknown, options?: CallOptions): Promise<TestResponse>;
  patch(url: string, body?: unknown, options?: CallOptions): Promise<TestResponse>;
  del(url: string, options?: CallOptions): Promise<TestResponse>;
  /** Runs all background jobs that are due. Throws if a job fails, unless `mayFail` is `any` or contains its name. */
  drainJobs(options?: { readonly mayFail: readonly string[] | 'any' }): Promise<number>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Default: off, because most tests are not about rate limits. */
  readonly rateLimits?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** Creates another App on the same database, as a second process. */
  readonly databaseUrl?: string;
  /** Runs as the role that owns the schema, for tests that change it. Default: the restricted role, if there is one. */
  readonly asOwner?: boolean;
  /** Replaces the mailbox. */
  readonly mailer?: Mailer;
  readonly connections?: Partial<ConnectionLimits>;
  /** Destination of log lines. Default: stdout, at the LOG_LEVEL of the environment. */
  readonly log?: Logger;
}

export const TEST_SECRET = 'a-secret-for-tests-that-is-long-enough-0123456789';

/** Creates the whole application on a separate database, with a movable clock and a mailbox instead of real email. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.databaseUrl === undefined ? await cloneTemplate() : null;
  const cloneUrl = options.asOwner === true ? database?.url : database?.applicationUrl;
  const databaseUrl = options.databaseUrl ?? cloneUrl ?? '';
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fifthwheel-data-'));
  const clock = new OffsetClock();
  const mailbox: Mail[] = [];
  const textMessages: TextMessage[] = [];
  const app = new App({
    config: readConfig({
      DATA_DIR: dataDir,
      DATABASE_POOL_MAX: '8',
      DEMO: 'off',
      BASE_URL: 'https://market.example',
      RATE_LIMITS: options.rateLimits === true ? 'on' : 'off',
      WEBHOOKS_ALLOW_PRIVATE: '1',
      // Retention of files after their row is deleted has its own tests.
      DELETED_FILES_DAYS: '0',
      ...options.env,
    }),
    databaseUrl,
    appSecret: TEST_SECRET,
    log: options.log ?? createLogger(process.env['LOG_LEVEL'] ?? 'silent'),
    clock,
    // A sandbox stores its emails itself.
    ...(options.env?.['FIFTHWHEEL_MODE'] === 'sandbox'
      ? {}
      : {
          mailer: options.mailer ?? {
            async send(mail: Mail) {
              mailbox.push(mail);
            },
          },
        }),
    // Production has no text message provider unless one is configured.
    ...(options.env?.['NODE_ENV'] === 'production' || options.env?.['SMS_URL'] !== undefined
      ? {}
      : {
          texter: {
            async send(message: TextMessage) {
              textMessages.push(message);
            },
          },
        }),
    checkReplies: true,
    ...(options.connections === undefined ? {} : { connections: options.connections }),
  });
  const release = async (): Promise<void> => {
    await app.stop();
    await database?.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  let http: FastifyInstance;
  try {
    await app.start();
    http = await app.http();
    await http.ready();
  } catch (error) {
    // Its listener would reconnect forever, even to a database that is about to be dropped.
    await release();
    throw error;
  }
  const call = callerOf(http, app);
  const failedBefore = new Set<string>();
  return {
    app,
    http,
    db: app.db,
    clock,
    mailbox,
    textMessages,
    dataDir,
    databaseUrl,
    call,
    get: (url, callOptions) => call('GET', url, callOptions),
    post: (url, body, callOptions) => call('POST', url, { ...callOptions, body }),
    put: (url, body, callOptions) => call('PUT', url, { ...callOptions, body }),
    patch: (url, body, callOptions) => call('PATCH', url, { ...callOptions, body }),
    del: (url, callOptions) => call('DELETE', url, callOptions),
    drainJobs: async ({ mayFail } = { mayFail: [] }) => {
      const count = await app.runner.drain();
      const failed = (await newFailures(app.db, failedBefore))
        .filter(({ name }) => mayFail !== 'any' && !mayFail.includes(name))
        .map(({ name, last_error: error }) => `${name}: ${error}`);
      if (failed.length > 0) throw new Error(`jobs failed: ${failed.join('; ')}`);
      return count;
    },
    close: release,
  };
}

/** Failed jobs stay in the table, for their next attempt or permanently. Returns each failure only once. */
async function newFailures(
  db: Database,
  reported: Set<string>,
): Promise<{ readonly name: string; readonly last_error: string | null }[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'name', 'attempts', 'last_error'])
    .where('last_error', 'is not', null)
    .execute();
  const news = rows.filter(({ id, attempts }) => !reported.has(`${id} ${attempts}`));
  for (const { id, attempts } of news) reported.add(`${id} ${attempts}`);
  return news;
}

const SETTLE_MS = 5000;

function callerOf(http: FastifyInstance, app: App): TestApp['call'] {
  let settledCommits: number | null = null;
  /** Waits for the search index and the words of searches, because they can lag for all readers except the writer. */
  const settleIndex = async (): Promise<void> => {
    const commits = loggedCommits();
    if (settledCommits === commits) return;
    const discovery = app.modules.list.find(({ name }) => name === 'discovery');
    // Ignore errors, because some tests make the database unavailable on purpose.
    const { openSearch } = app.platform.config;
    await withTimeout(openSearch?.timeoutMs ?? SETTLE_MS, Promise.resolve(discovery?.settle?.())).catch(
      () => {},
    );
    settledCommits = commits;
  };
  return async (method, url, options = {}) => {
    if (method === 'GET' && options.atOnce !== true) await settleIndex();
    // A write may change what searches depend on without a change of listings, such as the words for a brand.
    if (method !== 'GET') settledCommits = null;
    const token = typeof options.as === 'string' ? options.as : options.as?.token;
    const request: InjectOptions = {
      method: method as 'GET',
      url,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(options.body === undefined ? {} : { payload: JSON.stringify(options.body) }),
      ...(options.payload === undefined ? {} : { payload: options.payload }),
      ...(options.ip === undefined ? {} : { remoteAddress: options.ip }),
    };
    const response = await http.inject(request);
    const isJson = String(response.headers['content-type'] ?? '').startsWith('application/json');
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.payload,
      body: isJson && response.payload !== '' ? JSON.parse(response.payload) : null,
    };
  };
}

let clones = 0;

/** Creates a database as a clone of the migrated template. */
export async function cloneTemplate(): Promise<{
  url: string;
  applicationUrl: string;
  drop: () => Promise<void>;
}> {
  const serverUrl = inject('databaseServerUrl');
  const name = `fifthwheel_test_${process.pid}_${++clones}`;
  await onServer(serverUrl, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    // Copying the files takes a fifth of the processor time of writing each page to the log, which only a server that lasts needs.
    await client.query(`create database ${name} template ${inject('templateDatabase')} strategy file_copy`);
  });
  const url = withDatabase(serverUrl, name);
  return {
    url,
    applicationUrl: asApplication(url),
    drop: () => dropDatabase(serverUrl, name),
  };
}

const DROP_TRIES = 5;
const SESSION_END_MS = 5000;

/** Drops a database even if sessions are still connected. */
async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  // The owner of the schema cannot end sessions of another role, so connect as that role.
  const endSessions = (): Promise<void> =>
    onServer(asApplication(serverUrl), async (client) => {
      await client.query(
        `select pg_terminate_backend(pid, ${SESSION_END_MS}) from pg_stat_activity
         where datname = $1 and usename = current_user`,
        [name],
      );
    });
  for (let tries = DROP_TRIES; ; tries--) {
    await endSessions();
    try {
      await onServer(serverUrl, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
      });
      return;
    } catch (error) {
      // A pool that lost a session may have opened another one in the meantime.
      if (tries === 1 || (error as { code?: string }).code !== '42501') throw error;
    }
  }
}

export function asApplication(databaseUrl: string): string {
  const login = inject('applicationLogin');
  if (login === null) return databaseUrl;
  const url = new URL(databaseUrl);
  url.username = login.role;
  url.password = login.password;
  return url.href;
}

/** Creates an empty database, without migrations. */
export async function emptyDatabase(): Promise<{
  url: string;
  query: (text: string) => Promise<pg.QueryResult<Record<string, unknown>>>;
  drop: () => Promise<void>;
}> {
  const serverUrl = inject('databaseServerUrl');
  const name = `fifthwheel_empty_${process.pid}_${++clones}`;
  await onServer(serverUrl, async (client) => void (await client.query(`create database ${name}`)));
  const url = withDatabase(serverUrl, name);
  return {
    url,
    query: async (text) => {
      let result: pg.QueryResult<Record<string, unknown>> | undefined;
      await onServer(url, async (client) => {
        result = await client.query(text);
      });
      if (result === undefined) throw new Error('the query had no result');
      return result;
    },
    drop: () => dropDatabase(serverUrl, name),
  };
}

async function onServer(serverUrl: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
