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
import { inTime } from '../../src/platform/in-time.ts';
import { createLogger, type Logger } from '../../src/platform/log.ts';
import type { Mail, Mailer } from '../../src/platform/mail/mailer.ts';
import type { TextMessage } from '../../src/platform/texting/texter.ts';
import { withDatabase } from './global-setup.ts';

/** An answer as tests look at it. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
  /** The parsed envelope. */
  // eslint-disable-next-line typescript/no-explicit-any -- tests look into answers whose types the schemas already check
  readonly body: any;
}

/** The fields that a refusal names, in its order. */
export function fieldsOf(answer: Answer): string[] {
  const details: readonly { field: string }[] = answer.body.error.details;
  return details.map(({ field }) => field);
}

export interface CallOptions {
  /** An access token or API key for `Authorization: Bearer`. */
  readonly as?: { readonly token: string } | string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly ip?: string;
  readonly payload?: Buffer | string;
  /** Reads while the search index may still be behind, as clients do; tests read what all writes before have led to. */
  readonly atOnce?: boolean;
}

export interface TestApp {
  readonly app: App;
  readonly http: FastifyInstance;
  readonly db: Database;
  readonly clock: OffsetClock;
  /** Mails in the order of their sending. */
  readonly mailbox: Mail[];
  /** To phones, likewise. */
  readonly textMessages: TextMessage[];
  readonly dataDir: string;
  readonly databaseUrl: string;
  call(method: string, url: string, options?: CallOptions): Promise<Answer>;
  get(url: string, options?: CallOptions): Promise<Answer>;
  post(url: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  put(url: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  patch(url: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  del(url: string, options?: CallOptions): Promise<Answer>;
  /** Runs all background work that is due; throws when any of it failed but what the test is about, by the names of the jobs. */
  drainJobs(options?: { readonly mayFail: readonly string[] | 'any' }): Promise<number>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** Rate limits are off unless a test is about them. */
  readonly rateLimits?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** Another App on the same database: a second process. */
  readonly databaseUrl?: string;
  /** Runs as the role that owns the schema, for tests that change it; otherwise as the lesser one where there is one. */
  readonly asOwner?: boolean;
  /** Instead of the mailbox. */
  readonly mailer?: Mailer;
  readonly connections?: Partial<ConnectionLimits>;
  /** Where log lines go; LOG_LEVEL of the environment to stdout if not given. */
  readonly log?: Logger;
}

export const TEST_SECRET = 'a-secret-for-tests-that-is-long-enough-0123456789';

/** The whole application on a database of its own, with a clock that can be moved and a mailbox instead of mail. */
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
      // What is kept after its row is tested where files are.
      DELETED_FILES_DAYS: '0',
      ...options.env,
    }),
    databaseUrl,
    appSecret: TEST_SECRET,
    log: options.log ?? createLogger(process.env['LOG_LEVEL'] ?? 'silent'),
    clock,
    // A sandbox keeps its mails itself.
    ...(options.env?.['FIFTHWHEEL_MODE'] === 'sandbox'
      ? {}
      : {
          mailer: options.mailer ?? {
            async send(mail: Mail) {
              mailbox.push(mail);
            },
          },
        }),
    // In production there is none unless one is configured.
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
    // Its listener would connect again and again, also to a database that somebody wants to drop.
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

/** Jobs that failed are kept, for their next try or for good. Each failure is told once. */
async function newFailures(
  db: Database,
  told: Set<string>,
): Promise<{ readonly name: string; readonly last_error: string | null }[]> {
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'name', 'attempts', 'last_error'])
    .where('last_error', 'is not', null)
    .execute();
  const news = rows.filter(({ id, attempts }) => !told.has(`${id} ${attempts}`));
  for (const { id, attempts } of news) told.add(`${id} ${attempts}`);
  return news;
}

const SETTLE_MS = 5000;

function callerOf(http: FastifyInstance, app: App): TestApp['call'] {
  let settledCommits = 0;
  /** Other readers than the writer may be answered before the index has followed. */
  const settleIndex = async (): Promise<void> => {
    const commits = loggedCommits();
    if (settledCommits === commits) return;
    const discovery = app.modules.list.find(({ name }) => name === 'discovery');
    // A database that is away is what the test is about.
    const { openSearch } = app.platform.config;
    await inTime(openSearch?.timeoutMs ?? SETTLE_MS, Promise.resolve(discovery?.settle?.())).catch(() => {});
    settledCommits = commits;
  };
  return async (method, url, options = {}) => {
    if (method === 'GET' && options.atOnce !== true) await settleIndex();
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

/** A database of its own, cloned from the migrated template. */
export async function cloneTemplate(): Promise<{
  url: string;
  applicationUrl: string;
  drop: () => Promise<void>;
}> {
  const serverUrl = inject('databaseServerUrl');
  const name = `fifthwheel_test_${process.pid}_${++clones}`;
  await onServer(serverUrl, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
    await client.query(`create database ${name} template ${inject('templateDatabase')}`);
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

/** Also while somebody is connected. */
async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  // The owner may not end the sessions of another role.
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
      // A pool that lost a session may have opened another one meanwhile.
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

/** One that nobody has migrated. */
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
