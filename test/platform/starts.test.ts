// A start that fails: one line on standard error that says what to do, exit code 1, and no side effects.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { inject } from 'vitest';
import { temporaryDataDirectory } from '../../bench/support/data-directory.ts';
import { freePort, whenReady } from '../../bench/support/server.ts';
import { DEMO_PASSWORD } from '../../src/modules/demo/accounts.ts';
import { verifyPassword } from '../../src/platform/crypto/passwords.ts';
import { PACKAGE_ROOT } from '../../src/platform/package-root.ts';
import { withDatabase } from '../support/global-setup.ts';
import { cloneTemplate, emptyDatabase, TEST_SECRET } from '../support/test-app.ts';
import { startServerProcess } from '../support/server-process.ts';

/** Long, because each test starts several programs in sequence. */
const TIMEOUT_MS = 300_000;

interface Ended {
  readonly code: number | null;
  readonly out: string;
  /** Lines of standard error. */
  readonly lines: readonly string[];
}

let dataDir: string;
const servers: Server[] = [];
beforeAll(async () => {
  dataDir = await temporaryDataDirectory();
});
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

function run(
  program: string,
  env: Readonly<Record<string, string>>,
  options: { parameters?: readonly string[]; input?: string } = {},
): Promise<Ended> {
  const child = spawn(process.execPath, ['bin/fifthwheel.mjs', program, ...(options.parameters ?? [])], {
    cwd: PACKAGE_ROOT,
    env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: path.join(dataDir, 'none'), ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.end(options.input ?? '');
  let [out, errorOutput] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()));
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, out, lines: errorOutput.split('\n').filter(Boolean) }));
  });
}

function isListening(url: string): Promise<boolean> {
  return fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function occupyPort(): Promise<number> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function expectRefusal(started: Promise<Ended>, line: RegExp): Promise<void> {
  const { code, lines } = await started;
  expect(lines).toEqual([expect.stringMatching(line)]);
  expect(code).toBe(1);
}

const EXTERNAL = { APP_SECRET: TEST_SECRET };

describe('wrong settings', () => {
  it('are all reported at the same time', { timeout: TIMEOUT_MS }, async () => {
    await expectRefusal(
      run('server', {
        PORT: 'many',
        HOST: '10.0.0.300',
        BASE_URL: 'market',
        DATABASE_URL: 'mysql://127.0.0.1/market',
        REDIS_URL: 'cache:6379',
        SMTP_URL: 'mail.example',
        MAIL_FROM: 'Market <nobody>',
        ADMIN_EMAIL: 'ada',
        TRUST_PROXY: '10.0.0.0/8, proxy',
        CORS_ORIGINS: 'https://shop.example/path',
      }),
      /^PORT must .*HOST must .*DATABASE_URL must .*SMTP_URL must .*BASE_URL must .*REDIS_URL must .*MAIL_FROM must .*APP_SECRET is required .*ADMIN_EMAIL must .*TRUST_PROXY must .*"proxy".*CORS_ORIGINS must /,
    );
  });

  it(
    'include the demo data on an address that other machines can reach',
    { timeout: TIMEOUT_MS },
    async () => {
      await expectRefusal(run('server', { DEMO: 'on', HOST: '0.0.0.0' }), /^DEMO must be off on an address/);
      await expectRefusal(
        run('server', { DEMO: 'on', NODE_ENV: 'production' }),
        /^DEMO must be off in production/,
      );
    },
  );
});

/** Returns whether an account in the database has the public demo password. */
async function hasPublicPassword(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ hash: string }>('select distinct password_hash as hash from users');
    expect(rows.length).toBeGreaterThan(0);
    const matches = await Promise.all(rows.map(({ hash }) => verifyPassword(DEMO_PASSWORD, hash)));
    return matches.includes(true);
  } finally {
    await client.end();
  }
}

describe('options of programs', () => {
  it.each(['server', 'worker', 'sandbox', 'migrate', 'admin', 'seed'])(
    'are listed by %s with --help, and unknown ones are rejected before data is created',
    { timeout: TIMEOUT_MS },
    async (program) => {
      const env = { DATA_DIR: path.join(dataDir, 'no-options') };
      const help = await run(program, env, { parameters: ['--help'] });
      expect(help).toMatchObject({ code: 0, lines: [] });
      expect(help.out).toMatch(/^usage: fifthwheel /);
      const refused = await run(program, env, { parameters: ['--prot', '80'] });
      expect([refused.code, refused.out]).toEqual([2, '']);
      expect(refused.lines.join(' ')).toMatch(/'--prot'.*usage: fifthwheel /);
      // If npm started it, it prints the npm command.
      const byNpm = await run(program, { ...env, npm_lifecycle_event: program }, { parameters: ['--help'] });
      expect(byNpm.out).toMatch(/^usage: npm (?:start|run )/);
      expect(existsSync(env.DATA_DIR)).toBe(false);
    },
  );
});

describe('a port that is taken', () => {
  it.each([{}, { WORKERS: '2' }])(
    'is found before data is made: %j',
    { timeout: TIMEOUT_MS },
    async (env) => {
      const port = await occupyPort();
      const home = path.join(dataDir, 'untouched');
      await expectRefusal(
        run('server', { ...env, PORT: String(port), DATA_DIR: home }),
        new RegExp(`^Cannot listen on 127.0.0.1:${port}: the port is already in use .* set PORT`),
      );
      expect(existsSync(home)).toBe(false);
    },
  );
});

describe('a data directory', () => {
  it('cannot be a file or lie below one', { timeout: TIMEOUT_MS }, async () => {
    const file = path.join(dataDir, 'file');
    await writeFile(file, '');
    await expectRefusal(run('server', { DATA_DIR: file }), /is a file, not a directory/);
    await expectRefusal(run('server', { DATA_DIR: path.join(file, 'x') }), /not a directory/);
    if (process.platform === 'linux')
      await expectRefusal(run('server', { DATA_DIR: '/proc/fifthwheel' }), /Set DATA_DIR/);
  });

  it('in use by another server', { timeout: TIMEOUT_MS }, async () => {
    const home = path.join(dataDir, 'used');
    const server = await startServerProcess({ env: { DATA_DIR: home, DEMO: 'off', LOG_LEVEL: 'silent' } });
    try {
      await server.ready();
      await expectRefusal(run('server', { DATA_DIR: home }), /is in use by .* Stop that one first/);
    } finally {
      await server.stop();
    }
  });
});

it('a server started by npm ends with it', { timeout: TIMEOUT_MS }, async () => {
  const port = await freePort();
  const npm = spawn('npm', ['start'], {
    cwd: PACKAGE_ROOT,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: path.join(dataDir, 'npm'),
      DEMO: 'off',
      LOG_LEVEL: 'silent',
    },
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  const ended = new Promise((resolve) => npm.once('exit', resolve));
  await whenReady(url, npm);
  npm.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(await isListening(url)).toBe(false);
});

describe('a database', () => {
  it('is unreachable', { timeout: TIMEOUT_MS }, async () => {
    const env = { ...EXTERNAL, DATABASE_URL: 'postgres://role:secret-word@127.0.0.1:1/market' };
    for (const program of ['server', 'worker', 'migrate']) {
      const ended = await run(program, env);
      expect(ended.lines).toEqual([expect.stringMatching(/127\.0\.0\.1:1 is unreachable \(ECONNREFUSED\)/)]);
      expect(ended.code).toBe(1);
      expect(JSON.stringify(ended)).not.toContain('secret-word');
    }
  });

  it('is missing, or rejects the role', { timeout: TIMEOUT_MS }, async () => {
    const url = inject('databaseServerUrl');
    const env = { ...EXTERNAL, DATABASE_URL: withDatabase(url, 'nowhere_to_be_found') };
    await expectRefusal(run('migrate', env), /"nowhere_to_be_found" does not exist .*createdb/);
    const refused = { ...EXTERNAL, DATABASE_URL: url.replace(/:[^:@]*@/, ':wrong@') };
    await expectRefusal(run('migrate', refused), /Authentication failed at .* DATABASE_URL/);
  });

  it('two roles: the error names the setting of the failing one', { timeout: TIMEOUT_MS }, async () => {
    const database = await cloneTemplate();
    const unreachableUrl = 'postgres://owner:secret-word@127.0.0.1:1/market';
    try {
      await expectRefusal(
        run('migrate', { ...EXTERNAL, DATABASE_URL: database.url, DATABASE_OWNER_URL: unreachableUrl }),
        /127\.0\.0\.1:1 is unreachable .* correct DATABASE_OWNER_URL/,
      );
      await expectRefusal(
        run('migrate', { ...EXTERNAL, DATABASE_URL: unreachableUrl, DATABASE_OWNER_URL: database.url }),
        /127\.0\.0\.1:1 is unreachable .* correct DATABASE_URL/,
      );
    } finally {
      await database.drop();
    }
  });
});

it(
  'every program reports a Node.js that is too old, with the required version',
  { timeout: TIMEOUT_MS },
  async () => {
    const { engines } = JSON.parse(readFileSync(path.join(PACKAGE_ROOT, 'package.json'), 'utf8')) as {
      engines: { node: string };
    };
    const needed = engines.node.replace('>=', '');
    const runUnder = (
      version: string,
      ...program: readonly string[]
    ): { code: number | null; stderr: string } => {
      const pretended = `Object.defineProperty(process.versions, 'node', { value: '${version}' })`;
      const { status, stderr } = spawnSync(
        process.execPath,
        ['--import', `data:text/javascript,${encodeURIComponent(pretended)}`, ...program],
        { cwd: PACKAGE_ROOT, encoding: 'utf8', env: { PATH: process.env['PATH'] } },
      );
      return { code: status, stderr };
    };
    for (const program of [
      ['bin/fifthwheel.mjs', 'server'],
      ['scripts/build.mjs'],
      ['dist/src/bin/server.js'],
    ]) {
      for (const version of ['18.20.8', '20.18.9'])
        expect(runUnder(version, ...program)).toEqual({
          code: 1,
          stderr: `Node.js ${version} is too old: install ${needed} or later (https://nodejs.org)\n`,
        });
    }
    // Versions are compared as numbers, not as strings: 100 is more than 20.
    const newer = runUnder('100.0.0', 'bin/node-version.mjs');
    expect(newer).toEqual({ code: 0, stderr: '' });
  },
);

describe('demo logins', () => {
  const SIGN_IN = { email: 'admin@fifthwheel.example', password: 'Fifthwheel1' };

  const signIn = async (url: string, body: object): Promise<number> => {
    const response = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return response.status;
  };

  it('are not made in production, which asks for an administrator', { timeout: TIMEOUT_MS }, async () => {
    const env = { DATA_DIR: path.join(dataDir, 'production'), NODE_ENV: 'production' };
    const server = await startServerProcess({ env });
    try {
      await server.nextLine(
        'there is no administrator yet: run `fifthwheel admin --email ADDRESS`, or set ADMIN_EMAIL and ADMIN_PASSWORD and start again',
      );
      await server.ready();
      expect(await signIn(server.url, SIGN_IN)).toBe(401);
      const credentials = { email: 'ada@example.org', password: 'Own#Lorry42' };
      const created = await run('admin', env, {
        parameters: ['--email', credentials.email],
        input: `${credentials.password}\n`,
      });
      expect(created).toMatchObject({ code: 0, lines: [] });
      expect(await signIn(server.url, credentials)).toBe(200);
      await expectRefusal(
        run('admin', env, { parameters: ['--email', credentials.email], input: 'Other#Lorry42\n' }),
        /is already an administrator/,
      );
      await expectRefusal(
        run('admin', env, { parameters: ['--email', 'x@example.org'], input: 'short\n' }),
        /must have/,
      );
    } finally {
      await server.stop();
    }
    expect(await readdir(env.DATA_DIR)).not.toContain('demo-access.json');
  });

  it('are not made by the seed in a database of others', { timeout: TIMEOUT_MS }, async () => {
    const database = await cloneTemplate();
    const env = { ...EXTERNAL, DATABASE_URL: database.url, DATA_DIR: path.join(dataDir, 'seeded') };
    try {
      const seeded = await run(
        'seed',
        { ...env, DEMO: 'off', LOG_LEVEL: 'silent' },
        { parameters: ['--listings', '10'] },
      );
      expect(seeded).toMatchObject({ code: 0, lines: [] });
      expect(seeded.out).toContain('10 of 10 listings');
      expect(await hasPublicPassword(database.url)).toBe(false);
      const server = await startServerProcess({
        env: { ...env, NODE_ENV: 'production', LOG_LEVEL: 'silent' },
      });
      try {
        await server.ready();
        for (const role of ['admin', 'seller', 'buyer'])
          expect(await signIn(server.url, { ...SIGN_IN, email: `${role}@fifthwheel.example` })).toBe(401);
      } finally {
        await server.stop();
      }
    } finally {
      await database.drop();
    }
  });

  it('created on loopback are not served elsewhere', { timeout: TIMEOUT_MS }, async () => {
    const database = await cloneTemplate();
    const env = { ...EXTERNAL, DATABASE_URL: database.url, LOG_LEVEL: 'silent' };
    try {
      const seeded = await run('seed', { ...env, DEMO: 'on' }, { parameters: ['--listings', '1'] });
      expect(seeded.code).toBe(0);
      for (const place of [{ NODE_ENV: 'production' }, { HOST: '0.0.0.0' }])
        await expectRefusal(run('server', { ...env, ...place }), /the password of \w+@\S+ is public/);
    } finally {
      await database.drop();
    }
  });
});

it('an unmigrated database is migrated, and its state is printed', { timeout: TIMEOUT_MS }, async () => {
  const database = await emptyDatabase();
  const env = { ...EXTERNAL, DATABASE_URL: database.url };
  const status = () => run('migrate', env, { parameters: ['--status'] });
  try {
    const before = await status();
    expect(before).toMatchObject({ code: 0, lines: [] });
    expect(before.out).toMatch(/^missing .*\d{12}-platform$/m);
    expect(before.out).toMatch(/^0 applied, [1-9]\d* missing, 0 newer$/m);
    expect(await run('migrate', env)).toMatchObject({ code: 0, lines: [] });
    expect((await status()).out).toMatch(/^[1-9]\d* applied, 0 missing, 0 newer$/m);
    await database.query("insert into schema_migrations values ('209901010900-later', now(), true)");
    expect(await run('migrate', env)).toMatchObject({ code: 0, lines: [] });
    expect((await status()).out).toMatch(/^newer +compatible +209901010900-later$/m);
    await database.query("insert into schema_migrations values ('209901010901-later', now(), false)");
    for (const program of ['server', 'worker', 'migrate'])
      await expectRefusal(
        run(program, env),
        /^The database was migrated by a newer release.* 209901010901-later: install/,
      );
  } finally {
    await database.drop();
  }
});
