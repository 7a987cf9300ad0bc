import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';
import { spawnSync } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Io } from '../../clients/typescript/src/cli/io.ts';
import { run } from '../../clients/typescript/src/cli/run.ts';
import { newEvents } from '../../clients/typescript/src/cli/listen.ts';
import { createClient, verifyWebhook } from '../../clients/typescript/src/index.ts';
import { HOUR_MS } from '../../src/platform/clock.ts';
import { listen } from '../support/event-stream.ts';
import {
  createApiKey,
  createBuyer,
  createListing,
  createSeller,
  TEST_PASSWORD,
  type TestSeller,
} from '../support/factories.ts';
import { canUse } from '../support/programs.ts';
import { startReceiver } from '../support/receiver.ts';
import { createTestApp, type TestApp } from '../support/test-app.ts';

let t: TestApp;
let url: string;
let home: string;
beforeAll(async () => {
  t = await createTestApp();
  url = await listen(t);
});
afterAll(async () => {
  t.http.server.closeAllConnections();
  await t.close();
});
beforeEach(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'fifthwheel-cli-'));
});
afterEach(() => rm(home, { recursive: true }));

interface Terminal {
  readonly io: Io;
  readonly printed: () => string;
  readonly errorOutput: () => string;
  readonly end: () => void;
}

function sink(): { stream: Writable; text: () => string } {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  return { stream, text: () => text };
}

/** Runs the background jobs whenever the command polls the status. */
const fetchWithJobs: typeof fetch = async (address, init) => {
  if (/\/bulk-import\/\w+$/.test(String(address as URL))) await t.drainJobs();
  return fetch(address, init);
};

function terminal(typed: readonly string[] = [], env: Record<string, string> = {}): Terminal {
  const [out, err] = [sink(), sink()];
  const end = new AbortController();
  const io: Io = {
    env: { HOME: home, FIFTHWHEEL_URL: url, ...env },
    stdin: Readable.from(typed.map((line) => `${line}\n`)),
    stdout: out.stream,
    stderr: err.stream,
    signal: end.signal,
    fetch: fetchWithJobs,
  };
  return { io, printed: out.text, errorOutput: err.text, end: () => end.abort() };
}

async function keyed(): Promise<{ seller: TestSeller; env: Record<string, string> }> {
  const seller = await createSeller(t);
  const scopes = ['listings:read', 'listings:write', 'messages:read', 'webhooks:manage'] as const;
  return { seller, env: { FIFTHWHEEL_API_KEY: await createApiKey(t, seller.userId, scopes) } };
}

describe('fifthwheel', () => {
  it('has help that fits a screen', async () => {
    const output = terminal();
    expect(await run(['--help'], output.io)).toBe(0);
    const lines = output.printed().trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(24);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    const misspelt = terminal();
    expect(await run(['lisings', 'push'], misspelt.io)).toBe(2);
    expect(misspelt.errorOutput()).toContain('there is no command lisings push');
    expect(await run(['search'], terminal().io)).toBe(2);
    const group = terminal();
    expect(await run(['webhooks', '--help'], group.io)).toBe(0);
    expect(group.printed()).toMatch(/^fifthwheel webhooks listen .*\n {4}\S/);
    expect(await run(['webhooks'], terminal().io)).toBe(2);
    expect(await run(['webhook', '--help'], terminal().io)).toBe(2);
  });

  it('follows no redirect, with a key or a password, and says where it leads', async () => {
    const [market, other] = [await startReceiver(), await startReceiver()];
    try {
      market.usually((response) => response.writeHead(307, { location: other.url }).end());
      const env = { FIFTHWHEEL_URL: new URL(market.url).origin };
      const key = terminal([], { ...env, FIFTHWHEEL_API_KEY: 'fw_live_x' });
      expect(await run(['logs', 'tail'], key.io)).toBe(1);
      const login = terminal(['anna@example.org', TEST_PASSWORD], env);
      expect(await run(['login'], login.io)).toBe(1);
      for (const output of [key, login]) expect(output.errorOutput()).toContain(other.url);
      expect([market.requests.length, other.requests.length]).toEqual([2, 0]);
    } finally {
      await Promise.all([market.close(), other.close()]);
    }
  });

  it('signs in, keeps the session for its owner alone, refreshes and forgets it', async () => {
    const seller = await createSeller(t);
    const login = terminal([seller.email, TEST_PASSWORD]);
    expect(await run(['login'], login.io)).toBe(0);
    expect(login.printed()).not.toContain(TEST_PASSWORD);
    const file = path.join(home, '.config', 'fifthwheel', 'credentials.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700);
    const before = await readFile(file, 'utf8');

    const back = t.clock.now();
    t.clock.advance(2 * HOUR_MS);
    expect(await run(['logs', 'tail', '--webhook', 'whk_none'], terminal().io)).toBe(1);
    await expect.poll(() => readFile(file, 'utf8')).not.toBe(before);
    t.clock.advance(back.getTime() - t.clock.now().getTime());

    expect(await run(['logout'], terminal().io)).toBe(0);
    await expect(readFile(file)).rejects.toThrow('ENOENT');
    const bare = terminal([seller.email, TEST_PASSWORD], { XDG_CONFIG_HOME: '' });
    expect(await run(['login'], bare.io)).toBe(0);
    expect((await stat(file)).isFile()).toBe(true);
    expect(await run(['logout'], bare.io)).toBe(0);
    const refused = terminal([seller.email, 'Wrong#Lorry42']);
    expect(await run(['login'], refused.io)).toBe(1);
    expect(refused.errorOutput()).toContain('INVALID_CREDENTIALS');
  });

  it('does not share its cache with another instance', async () => {
    const { env } = await keyed();
    await run(['login', '--key'], terminal([env['FIFTHWHEEL_API_KEY'] ?? '']).io);
    const receiver = await startReceiver();
    receiver.usually(404);
    await run(['search', 'truck', '--url', receiver.url], terminal().io);
    expect(receiver.requests[0]!.headers['x-api-key']).toBeUndefined();
    expect(receiver.requests[0]!.headers.authorization).toBeUndefined();
    await receiver.close();
  });

  it('searches, for people and for programs, without what would steer a terminal', async () => {
    const seller = await createSeller(t);
    await createListing(t, seller, { title: 'Volvo FH16 tall\u001B[31m cab' });
    const output = terminal();
    expect(await run(['search', 'volvo', 'tall', '--limit', '3'], output.io)).toBe(0);
    expect(output.printed()).toContain('45900 EUR');
    expect(output.printed()).not.toContain('\u001B');
    const json = terminal();
    await run(['search', 'volvo', 'tall', '--json'], json.io);
    expect(JSON.parse(json.printed())).toMatchObject([{ price: 45_900 }]);
    expect(await run(['search', 'x', '--limit', 'many'], terminal().io)).toBe(2);
  });

  it('pushes a file of stock: first only checked, then for good; problems by row', async () => {
    const { env, seller } = await keyed();
    const file = path.join(home, 'stock.csv');
    const head =
      'external_id,title,category,subcategory,brand,model,year,mileage,price,currency,country,city';
    const row = (id: string, brand: string): string =>
      `${id},MAN TGX 18.510 number ${id},tractor-units,standard-tractor-units,${brand},TGX,2020,400000,45000,EUR,DE,Hamburg`;
    await writeFile(file, [head, row('A-1', 'man'), row('A-2', 'man')].join('\n'));
    const count = async (): Promise<number> =>
      (await t.get('/api/seller/listings', { as: seller })).body.data.pagination.total;

    const dry = terminal([], env);
    expect(await run(['listings', 'push', file, '--dry-run'], dry.io)).toBe(0);
    expect(dry.printed()).toContain('Checked only: completed: 2 rows, 2 new');
    expect(await count()).toBe(0);
    expect(await run(['listings', 'push', file], terminal([], env).io)).toBe(0);
    expect(await count()).toBe(2);

    await writeFile(file, [head, row('A-1', 'man'), row('A-3', 'mannn-x')].join('\n'));
    const faulty = terminal([], env);
    expect(await run(['listings', 'push', file, '--json'], faulty.io)).toBe(1);
    expect(JSON.parse(faulty.printed()).problems).toMatchObject([{ row: 2, code: 'UNKNOWN_BRAND' }]);

    await writeFile(file, [head.replace('mileage', 'mileagekm'), row('A-1', 'man')].join('\n'));
    const misnamed = terminal([], env);
    await run(['listings', 'push', file, '--dry-run'], misnamed.io);
    expect(misnamed.printed()).toContain('Did you mean mileage?\n');
    expect(await run(['listings', 'push', path.join(home, 'none.csv')], terminal([], env).io)).toBe(2);
  });

  it('pushes a watched file again when it changes', async () => {
    const { env, seller } = await keyed();
    const file = path.join(home, 'stock.csv');
    const text = (price: number): string =>
      `external_id,title,category,subcategory,brand,model,year,mileage,price,currency,country,city\nB-1,MAN TGX 18.510 watched,tractor-units,standard-tractor-units,man,TGX,2020,400000,${price},EUR,DE,Hamburg`;
    await writeFile(file, text(45_000));
    const output = terminal([], env);
    const watching = run(['listings', 'push', file, '--watch'], output.io);
    await expect.poll(output.errorOutput).toContain('Waiting for changes');
    await writeFile(file, text(44_000));
    await expect.poll(output.printed).toContain('1 changed');
    output.end();
    expect(await watching).toBe(0);
    const { listings } = (await t.get('/api/seller/listings', { as: seller })).body.data;
    expect(listings).toMatchObject([{ price: 44_000 }]);
  });

  it('names the market that cannot be reached', async () => {
    const refused = async (): Promise<never> => {
      throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
    };
    const output = terminal([], { FIFTHWHEEL_URL: 'http://127.0.0.1:9' });
    expect(await run(['search', 'man'], { ...output.io, fetch: refused })).toBe(1);
    expect(output.errorOutput()).toContain('The connection to http://127.0.0.1:9 failed (ECONNREFUSED).');
    expect(output.errorOutput()).toContain('--url names another market');
  });

  it('reports a rejected watched file, and keeps watching', async () => {
    const { env, seller } = await keyed();
    const file = path.join(home, 'refused.csv');
    await writeFile(file, '');
    const output = terminal([], env);
    const watching = run(['listings', 'push', file, '--watch'], output.io);
    await expect.poll(output.errorOutput).toContain('Waiting for changes');
    expect(output.errorOutput()).toMatch(/^error: .+\(VALIDATION_ERROR\)\nWaiting/);
    await writeFile(
      file,
      'external_id,title,category,brand,model,year,price,currency\nB-1,MAN TGX put right,tractor-units,man,TGX,2020,45000,EUR',
    );
    await expect.poll(output.printed).toContain('1 new');
    output.end();
    expect(await watching).toBe(0);
    const { listings } = (await t.get('/api/seller/listings', { as: seller })).body.data;
    expect(listings).toMatchObject([{ title: 'MAN TGX put right' }]);
  });

  it('sends samples of events, and shows the attempts', async () => {
    const { env, seller } = await keyed();
    const withoutWebhook = terminal([], env);
    expect(await run(['events', 'trigger', 'listing.sold'], withoutWebhook.io)).toBe(2);
    const receiver = await startReceiver();
    await t.post('/v1/webhooks', { url: receiver.url, events: ['*'] }, { as: seller });
    const sent = terminal([], env);
    expect(await run(['events', 'trigger', 'listing.sold'], sent.io)).toBe(0);
    expect(JSON.parse(receiver.requests[0]!.body)).toMatchObject({ type: 'listing.sold' });
    receiver.script(500);
    expect(await run(['events', 'trigger', 'listing.sold', '--json'], terminal([], env).io)).toBe(1);

    const output = terminal([], env);
    const tailing = run(['logs', 'tail'], output.io);
    await expect.poll(output.printed).toContain('failed 500');
    expect(output.printed().indexOf('delivered 200')).toBeLessThan(output.printed().indexOf('failed 500'));
    output.end();
    expect(await tailing).toBe(0);
    await receiver.close();
  });

  it('hands real events to a program on this machine, signed as webhooks are', async () => {
    const { env, seller } = await keyed();
    const receiver = await startReceiver();
    const output = terminal([], env);
    const listening = run(
      ['webhooks', 'listen', '--forward-to', receiver.url, '--events', 'listing.sold'],
      output.io,
    );
    await expect.poll(output.errorOutput).toContain('Listening');
    const secret = /signed with (\S+)/.exec(output.errorOutput())?.[1] ?? '';
    // Events carry the stopped test clock's time, but the command starts at the machine's time.
    t.clock.advance(HOUR_MS);
    const { listingId } = await createListing(t, seller);
    await expect
      .poll(async () => {
        const sold = await t.post(`/v1/seller/listings/${listingId}/sold`, undefined, { as: seller });
        return sold.status;
      })
      .toBe(200);
    await receiver.received(1);
    const [request] = receiver.requests as [(typeof receiver.requests)[0]];
    const event = await verifyWebhook(request.body, request.headers, secret);
    expect(event).toMatchObject({ type: 'listing.sold', data: { listing: { id: listingId } } });
    await expect.poll(output.printed).toContain('→ 200');
    output.end();
    expect(await listening).toBe(0);
    expect(receiver.requests).toHaveLength(1);
    await receiver.close();
  });

  it('receives a lead through the event stream of the signed-in user, without polling', async () => {
    const seller = await createSeller(t);
    const { listingId } = await createListing(t, seller);
    const market = createClient({ baseUrl: url });
    await market.signIn({ email: seller.email, password: TEST_PASSWORD });
    const ended = new AbortController();
    let isOpen = false;
    const events = newEvents(market, 'message.received', ended.signal, {
      pollMs: HOUR_MS,
      onOpen: () => (isOpen = true),
    });
    const next = events.next();
    await expect.poll(() => isOpen).toBe(true);
    t.clock.advance(HOUR_MS);
    const buyer = await createBuyer(t);
    const sent = await t.post('/api/messages', { listingId, content: 'Through the stream?' }, { as: buyer });
    expect(sent.status, sent.text).toBe(201);
    const { value } = await next;
    expect(value).toMatchObject({
      type: 'message.received',
      data: { message: { content: 'Through the stream?' } },
    });
    ended.abort();
    await events.return(undefined);
  });
});

/** Returns the completions that a shell offers for the last of the words. */
type Complete = (...words: string[]) => string[];

async function scriptFor(shell: string): Promise<string> {
  const output = terminal();
  expect(await run(['completions', shell], output.io)).toBe(0);
  return output.printed();
}

function printedBy(shell: string, args: readonly string[]): string[] {
  const { stdout } = spawnSync(shell, args, {
    encoding: 'utf8',
    cwd: home,
    env: { ...process.env, HOME: home },
  });
  return stdout.split(/\s+/).filter((word) => word !== '');
}

const SHELLS: Readonly<Record<string, (script: string) => Complete>> = {
  bash:
    (script) =>
    (...words) => {
      const line = words.map((word) => JSON.stringify(word)).join(' ');
      const ask = `COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _fifthwheel; echo "\${COMPREPLY[@]}"`;
      return printedBy('bash', ['-c', `${script}\n${ask}`]);
    },
  // Calls the function like bashcompinit. The shell filters the words by prefix.
  zsh:
    (script) =>
    (...words) => {
      const line = words.map((word) => JSON.stringify(word)).join(' ');
      const ask = `ask() { emulate -L sh; COMP_WORDS=(${line}); COMP_CWORD=${words.length - 1}; _fifthwheel; echo "\${COMPREPLY[@]}"; }; ask`;
      return printedBy('zsh', ['-f', '-c', `${script}\n${ask}`]).filter((word) =>
        word.startsWith(words.at(-1) ?? ''),
      );
    },
  fish:
    (script) =>
    (...words) => {
      const lines = spawnSync('fish', ['--no-config', '-c', `${script}\ncomplete -C '${words.join(' ')}'`], {
        encoding: 'utf8',
        cwd: home,
        env: { ...process.env, HOME: home },
      }).stdout.split('\n');
      return lines.map((line) => line.split('\t')[0] ?? '').filter((word) => word !== '');
    },
};

describe.each(Object.entries(SHELLS))('completions in %s', (shell, completer) => {
  it.runIf(canUse(`completions in ${shell}`, shell))('are of commands, options and values', async () => {
    const complete = completer(await scriptFor(shell));
    expect(complete('fifthwheel', 'lo').toSorted()).toEqual(['login', 'logout', 'logs']);
    expect(complete('fifthwheel', 'listings', '')).toEqual(['push']);
    expect(complete('fifthwheel', 'listings', 'push', '--w')).toEqual(['--watch']);
    expect(complete('fifthwheel', 'search', '--js')).toEqual(['--json']);
    expect(complete('fifthwheel', 'completions', 'z')).toEqual(['zsh']);
  });
});

describe('completions', () => {
  it.runIf(canUse('completions of files', 'fish'))('are of files, where a file is wanted', async () => {
    await writeFile(path.join(home, 'stock-of-today.csv'), '');
    const complete = SHELLS['fish']!(await scriptFor('fish'));
    expect(complete('fifthwheel', 'listings', 'push', 'stock-of')).toEqual(['stock-of-today.csv']);
    expect(complete('fifthwheel', 'login', 'stock-of')).toEqual([]);
    // The other scripts leave file completion to the shell.
    for (const shell of ['bash', 'zsh']) expect(await scriptFor(shell)).toContain('complete -o default ');
  });

  it('are for shells that there are', async () => {
    expect(await run(['completions', 'cmd'], terminal().io)).toBe(2);
  });
});
