/**
 * Effect of one account's size on all others. Measures how long an urgent email takes while 50,000 users are notified of a price,
 * and while a dealer with the given number of vehicles is exported and erased. Also measures how long the event loop is blocked
 * meanwhile.
 */
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { DEMO_PASSWORD } from '../src/modules/demo/accounts.ts';
import { FILLED_EMAILS } from '../src/modules/demo/index.ts';
import { MINUTE_MS, SECOND_MS } from '../src/platform/clock.ts';
import { readServerFiles } from './support/data-directory.ts';
import { latenciesOf } from './support/latency.ts';
import { type MailSink, startMailSink } from './support/mail-sink.ts';
import { type BenchServer, runProgram, startServer } from './support/server.ts';
import { printTable } from './support/table.ts';

const FAVORITES = 50_000;
const PERSONS = 60;
/** One account gets at most this many emails an hour. */
const MAILS_OF_PERSON = 5;
const MAIL_EVERY_MS = 2 * SECOND_MS;
const MAIL_TIMEOUT_MS = MINUTE_MS;
const OF_DEALER = /^\/(?:seller|auth\/me)\b/;
const QUIET_MS = 5 * SECOND_MS;
/** Limit for 50,000 emails. On a slow machine they take longer; the rest is dropped. */
const PHASE_MAX_MS = 4 * MINUTE_MS;
/** Requests of a minute; the rest of the phase sends none. */
const URGENT_MAILS_MAX = 40;

const ONCE = `dedupe_key is distinct from 'recurring'`;

interface Phase {
  readonly name: string;
  readonly responseMs: number;
  readonly seconds: number;
  readonly mailMs: readonly number[];
  readonly lost: number;
  readonly mails: number;
  readonly blockedMs: readonly number[];
}

export async function benchHeavyAccounts({ listings }: { readonly listings: number }): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'fifthwheel-heavy-'));
  // As root the database runs under another user, who must be able to enter.
  await chmod(dataDir, 0o755);
  const file = path.join(dataDir, 'loop-blocks.jsonl');
  const sink = await startMailSink();
  await fill(dataDir, listings);
  const server = await startServer(
    {
      WORKERS: '1',
      SMTP_URL: sink.url,
      LOOP_WATCH_FILE: file,
      NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'support', 'loop-watch.js')}`,
    },
    { dataDir },
  );
  try {
    const bench = new HeavyAccounts(server, sink, file, listings);
    await bench.open();
    const phases = [
      await bench.phase('nothing else', async () => undefined),
      await bench.phase(`a price falls on a favorite of ${FAVORITES}`, () => bench.lowerPrice()),
      await bench.phase(`export of a dealer of ${listings}`, () => bench.export()),
      await bench.phase(`erasure of a dealer of ${listings}`, () => bench.erase()),
    ];
    printTable('Latency of an urgent email, and the event loop, during …', HEADINGS, phases.map(rowOf));
  } finally {
    await server.stop();
    sink.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Runs while no server runs, because its jobs would process incomplete data. */
async function fill(dataDir: string, listings: number): Promise<void> {
  await runProgram(
    'seed',
    { DATA_DIR: dataDir },
    Object.entries({
      listings: listings + 2000,
      'listings-of-largest-dealer': listings,
      buyers: FAVORITES,
      favorites: FAVORITES + 10_000,
      'favorites-of-one-listing': FAVORITES,
    }).flatMap(([name, count]) => [`--${name}`, String(count)]),
  );
}

const HEADINGS = [
  'phase',
  'response ms',
  's until quiet',
  'emails of the phase',
  'urgent emails',
  'p50 ms',
  'worst ms',
  'lost',
  'loop blocked > 50 ms',
  'longest, processor ms',
];

function rowOf({ name, responseMs, seconds, mailMs, lost, mails, blockedMs }: Phase): (string | number)[] {
  const { count, p50Ms, worstMs } = latenciesOf(mailMs);
  return [
    name,
    Math.round(responseMs),
    Math.round(seconds),
    mails - count,
    count,
    Math.round(p50Ms),
    Math.round(worstMs),
    lost,
    blockedMs.length,
    Math.round(Math.max(0, ...blockedMs)),
  ];
}

class HeavyAccounts {
  readonly #server: BenchServer;
  readonly #sink: MailSink;
  readonly #file: string;
  readonly #listings: number;
  readonly #emails: string[] = [];
  #requested = 0;
  #dealer = '';

  constructor(server: BenchServer, sink: MailSink, file: string, listings: number) {
    this.#listings = listings;
    this.#server = server;
    this.#sink = sink;
    this.#file = file;
  }

  async open(): Promise<void> {
    for (let n = 0; n < PERSONS; n += 1) {
      const email = `waiting-${n}@fifthwheel.example`;
      const body = { email, password: 'Longhaul#2024', name: 'Wanda Waiting', role: 'BUYER' };
      await this.#call('POST', '/auth/register', body);
      this.#emails.push(email);
    }
    const signedIn = await this.#call('POST', '/auth/login', {
      email: FILLED_EMAILS.largestDealer,
      password: DEMO_PASSWORD,
    });
    this.#dealer = (signedIn as { data: { accessToken: string } }).data.accessToken;
  }

  /** Runs until only the requested emails have arrived and no job is waiting. */
  async phase(name: string, begin: () => Promise<unknown>): Promise<Phase> {
    const blocksBefore = (await this.#readBlocks()).length;
    const mailsBefore = this.#sink.count;
    const mailMs: number[] = [];
    let lost = 0;
    const startedAt = performance.now();
    const duration = begin().then(() => performance.now() - startedAt);
    let isQuiet = false;
    const quiet = duration.then(() => this.#whenQuiet(PHASE_MAX_MS)).finally(() => (isQuiet = true));
    const requests = this.#requested;
    while (!isQuiet && this.#requested < Math.min(requests + URGENT_MAILS_MAX, PERSONS * MAILS_OF_PERSON)) {
      const ms = await this.#waitForMail();
      if (ms === null) lost += 1;
      else mailMs.push(ms);
      await new Promise((resolve) => setTimeout(resolve, MAIL_EVERY_MS));
    }
    const isDone = await quiet;
    if (!isDone) await this.#dropJobs();
    const blockedMs = (await this.#readBlocks()).slice(blocksBefore);
    const seconds = (performance.now() - startedAt) / SECOND_MS;
    const mails = this.#sink.count - mailsBefore;
    const phase = {
      name: isDone ? name : `${name}, stopped early`,
      responseMs: await duration,
      seconds,
      mailMs,
      lost,
      mails,
      blockedMs,
    };
    console.log(rowOf(phase).join(' | '));
    return phase;
  }

  async lowerPrice(): Promise<void> {
    let best = { id: '', favorites: -1, price: 0 };
    for (let page = 1; page <= this.#listings / 100; page += 1) {
      const response = (await this.#call('GET', `/seller/listings?limit=100&page=${page}`)) as {
        data: {
          listings: { id: string; stats: { favorites: number }; price: number | null; status: string }[];
        };
      };
      for (const {
        id,
        stats: { favorites },
        price,
        status,
      } of response.data.listings)
        if (favorites > best.favorites && price !== null && status === 'ACTIVE')
          best = { id, favorites, price };
    }
    await this.#call('PATCH', `/seller/listings/${best.id}`, { price: Math.round(best.price * 0.9) });
  }

  async export(): Promise<void> {
    const response = (await this.#call('GET', '/auth/me/export')) as { data: { status?: string } };
    if (response.data.status !== 'preparing') throw new Error('the export was not heavy');
  }

  async erase(): Promise<void> {
    // The last owner of a team cannot leave it.
    const team = (await this.#call('GET', '/seller/team')) as {
      data: { members: { id: string; role: string }[] };
    };
    for (const { id, role } of team.data.members)
      if (role !== 'OWNER') await this.#call('DELETE', `/seller/team/${id}`);
    await this.#call('DELETE', '/auth/me', { password: DEMO_PASSWORD });
  }

  async #waitForMail(): Promise<number | null> {
    const email = this.#emails[this.#requested % PERSONS] ?? '';
    this.#requested += 1;
    const startedAt = performance.now();
    const arrival = this.#sink.firstTo(email, MAIL_TIMEOUT_MS);
    await this.#call('POST', '/auth/forgot-password', { email });
    const at = await arrival;
    return at === null ? null : at - startedAt;
  }

  /** Waits until no job is left. Returns false if some jobs remain after `maxMs`. */
  async #whenQuiet(maxMs: number): Promise<boolean> {
    const deadline = performance.now() + maxMs;
    let since = performance.now();
    while (performance.now() < deadline && performance.now() - since < QUIET_MS) {
      // This also counts running jobs.
      const { rows } = await this.#query(`select from jobs where ${ONCE} and failed_at is null limit 1`);
      if (rows.length > 0) since = performance.now();
      await new Promise((resolve) => setTimeout(resolve, SECOND_MS));
    }
    return performance.now() - since >= QUIET_MS;
  }

  /** Isolates the next phase. */
  async #dropJobs(): Promise<void> {
    await this.#query(`delete from jobs where ${ONCE} and locked_until is null`);
  }

  async #query(statement: string): Promise<pg.QueryResult> {
    const connectionString = await readServerFiles(this.#server.dataDir, 'database-application-url');
    const client = new pg.Client({ connectionString });
    await client.connect();
    try {
      return await client.query(statement);
    } finally {
      await client.end();
    }
  }

  async #readBlocks(): Promise<number[]> {
    const text = await readFile(this.#file, 'utf8').catch(() => '');
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { processorMs: number }).processorMs);
  }

  async #call(method: string, at: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.#server.url}/api${at}`, {
      method,
      headers: {
        // All other requests are anonymous, even after the dealer is erased.
        ...(OF_DEALER.test(at) ? { authorization: `Bearer ${this.#dealer}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} for ${method} ${at}: ${text.slice(0, 300)}`);
    return text === '' ? null : (JSON.parse(text) as unknown);
  }
}
