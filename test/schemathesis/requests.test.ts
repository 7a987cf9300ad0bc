/**
 * Schemathesis creates requests from the document and compares the responses with it. It uses examples, the bounds of
 * each schema, random values and sequences, as every kind of caller. The requests are the same in each run. Requests that
 * are valid by the document and still rejected must be in the table of docs/conventions.md.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_EMAILS, DEMO_PASSWORD } from '../../src/modules/demo/accounts.ts';
import { ensureDemo } from '../../src/modules/demo/index.ts';
import { SCOPES } from '../../src/platform/actor.ts';
import type { AnyRouteRow } from '../../src/platform/http/route.ts';
import { acceptsIdempotencyKey } from '../../src/platform/http/request/request-headers.ts';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { listen } from '../support/event-stream.ts';
import { documentOf } from '../support/openapi.ts';
import { canUse } from '../support/programs.ts';
import { report } from '../support/report.ts';
import { IS_SHORT } from '../support/short-form.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

const FILES = ['hooks.py', 'requirements.txt', 'schemathesis.toml'];
const CACHE = path.join(PACKAGE_ROOT, 'node_modules', '.cache', 'schemathesis');
const bin = (name: string): string => path.join(CACHE, 'venv', 'bin', name);
const MINUTES = 60_000;
const OUTPUT_MAX = 20_000;

/** Endless responses, and operations that would end the session or the account that later requests need. */
const EXCLUDED_OPERATIONS = new Set([
  'notifications.stream',
  'events.stream',
  'auth.logout',
  'sessions.end',
  'account.erase',
  'account.becomeSeller',
  'admin.users.signOut',
]);

interface Caller {
  readonly name: string;
  readonly document: 'api' | 'admin';
  readonly calls: (row: AnyRouteRow) => boolean;
  readonly headers: () => Promise<readonly string[]>;
  /** Minimum number of successful requests. Fewer mean that requests fail before they reach the rule that they test. */
  readonly successesMin: number;
}

const execute = promisify(execFile);
let t: TestApp;
let market: string;
const statuses = new Map<number, number>();

async function signedIn(email: string): Promise<string> {
  const response = await t.post('/v1/auth/login', { email, password: DEMO_PASSWORD });
  return String(response.body.data.accessToken);
}

const bearer = async (email: string): Promise<readonly string[]> => [
  `Authorization: Bearer ${await signedIn(email)}`,
];

async function key(): Promise<readonly string[]> {
  const body = { name: 'Of the run', scopes: SCOPES, password: DEMO_PASSWORD };
  const response = await t.post('/v1/account/api-keys', body, { as: await signedIn(DEMO_EMAILS.seller) });
  return [`Authorization: Bearer ${response.body.data.apiKey.key}`];
}

const CALLERS: readonly Caller[] = [
  {
    name: 'nobody',
    document: 'api',
    calls: (row) => row.access.kind === 'public',
    headers: async () => [],
    successesMin: 100,
  },
  {
    name: 'a buyer',
    document: 'api',
    calls: (row) => row.access.kind === 'user',
    headers: () => bearer(DEMO_EMAILS.buyer),
    successesMin: 100,
  },
  {
    name: 'a seller',
    document: 'api',
    calls: (row) => row.access.kind === 'seller',
    headers: () => bearer(DEMO_EMAILS.seller),
    successesMin: 100,
  },
  {
    name: 'a program with a key',
    document: 'api',
    calls: (row) => row.access.kind !== 'public' && acceptsIdempotencyKey(row) && row.method === 'GET',
    headers: key,
    successesMin: 100,
  },
  {
    name: 'an administrator',
    document: 'admin',
    calls: (row) => row.access.kind === 'admin',
    headers: () => bearer(DEMO_EMAILS.admin),
    successesMin: 100,
  },
];

/** The caller who reads most and the one who writes most. */
const SHORT_FORM_CALLERS: ReadonlySet<string> = new Set(['nobody', 'a seller']);

const escapeRegExp = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Reads the table "Validation beyond the schema" as regular expressions of fields and messages. */
async function readBeyondSchemas(): Promise<{ fields: string[]; says: string }[]> {
  const text = await readFile(path.join(PACKAGE_ROOT, 'docs', 'conventions.md'), 'utf8');
  const [, section = ''] = text.split('## Validation beyond the schema\n');
  const rows = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2);
  return rows.map((row) => {
    const [, field = '', , says = ''] = row.split('|').map((cell) => cell.trim());
    const names = [...field.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
    // Text instead of a field name applies to any field.
    const isNamed = field.startsWith('`');
    return {
      // The fields of a search are also fields of the `query` of a saved search.
      fields: isNamed
        ? names.map((name) => `(query\\.)?${escapeRegExp(name).replaceAll('\\*', '[\\s\\S]*')}`)
        : ['[\\s\\S]*'],
      says: `^${escapeRegExp(says).replaceAll('…', '.*')}$`,
    };
  });
}

describe.runIf(canUse('that server and document agree', 'python3'))('requests made by Schemathesis', () => {
  beforeAll(async () => {
    await mkdir(CACHE, { recursive: true });
    for (const file of FILES) await cp(path.join(import.meta.dirname, file), path.join(CACHE, file));
    await execute('python3', ['-m', 'venv', path.join(CACHE, 'venv')]);
    await execute(bin('python'), ['-m', 'pip', 'install', '--quiet', '-r', 'requirements.txt'], {
      cwd: CACHE,
    });
    await writeFile(path.join(CACHE, 'beyond-schemas.json'), JSON.stringify(await readBeyondSchemas()));
    t = await createTestApp();
    await ensureDemo(t.app.modules.demo, { logins: true });
    t.http.server.on('request', (_request, response) => {
      response.on('finish', () => {
        statuses.set(response.statusCode, (statuses.get(response.statusCode) ?? 0) + 1);
      });
    });
    market = await listen(t);
  }, 10 * MINUTES);
  afterAll(async () => {
    t.http.server.closeAllConnections();
    await t.close();
  });

  it.each(CALLERS.filter(({ name }) => !IS_SHORT || SHORT_FORM_CALLERS.has(name)))(
    'of $name are answered as the document says',
    { timeout: 20 * MINUTES, retry: 0 },
    async (caller) => {
      const headers = await caller.headers();
      const document = path.join(CACHE, `${caller.document}.json`);
      await writeFile(document, JSON.stringify(documentOf(t.app, caller.document)));
      const operations = t.app.routes
        .filter(
          (row) => row.isAlias !== true && caller.calls(row) && !EXCLUDED_OPERATIONS.has(row.operationId),
        )
        .map((row) => row.operationId);
      statuses.clear();
      const printed = await run([
        document,
        `--url=${market}/v1`,
        ...headers.flatMap((header) => ['--header', header]),
        ...operations.flatMap((id) => ['--include-operation-id', id]),
      ]);
      await writeFile(path.join(CACHE, `${caller.document}-${CALLERS.indexOf(caller)}.txt`), printed);
      report(`Schemathesis as ${caller.name}: ${JSON.stringify(Object.fromEntries(statuses))}`);
      expect(printed.slice(-OUTPUT_MAX)).toBe('');
      const successes = [...statuses].filter(([status]) => status < 300).map(([, count]) => count);
      expect(successes.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(caller.successesMin);
    },
  );
});

/** Runs Schemathesis. Returns an empty string, or its whole output if it finds failures. */
async function run(args: readonly string[]): Promise<string> {
  const env = { ...process.env, BEYOND_SCHEMAS: path.join(CACHE, 'beyond-schemas.json') };
  try {
    await execute(bin('st'), ['--config-file=schemathesis.toml', 'run', '--no-color', ...args], {
      cwd: CACHE,
      env,
      maxBuffer: 256 * 1024 * 1024,
    });
    return '';
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return `${stdout}${stderr}`;
  }
}
