/**
 * Messaging and event streams over HTTP on an embedded database, with the clients in a separate process. Measures the latency of
 * sending at a steady rate and in parallel, of a list of 10,000 conversations, and of messages to open streams. Also measures the
 * memory of those streams.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { launch, type Launched } from '../src/app/launch.ts';
import { readConfig } from '../src/config/config.ts';
import { AccessTokens } from '../src/modules/auth/index.ts';
import { addMs, MINUTE_MS } from '../src/platform/clock.ts';
import { newId } from '../src/platform/ids.ts';
import { temporaryDataDirectory } from './support/data-directory.ts';
import { printTable } from './support/table.ts';
import type { ClientTask, Market, Measurement, Person } from './talk-clients.ts';

const CONVERSATIONS = 10_000;
const OTHER_SELLERS = 500;
const CONVERSATIONS_PER_OTHER = 100;
const STREAMS = 1000;
const STREAMS_PER_USER = 10;
const MEGABYTE = 1024 * 1024;

export async function benchTalk(): Promise<void> {
  const dataDir = await temporaryDataDirectory();
  const launched = await launch(
    readConfig({
      DATA_DIR: dataDir,
      DEMO: 'off',
      LOG_LEVEL: 'error',
      RATE_LIMITS: 'off',
      CONNECTIONS_PER_ADDRESS: '10000',
    }),
  );
  const clients = fork(path.join(import.meta.dirname, 'talk-clients.js'));
  try {
    await launched.app.start();
    await launched.app.startJobs();
    const http = await launched.app.http();
    await http.listen({ port: 0, host: '127.0.0.1' });
    const base = `http://127.0.0.1:${(http.server.address() as AddressInfo).port}`;
    const market = { base, ...(await fill(launched)) };
    const ask = (task: ClientTask['what']): Promise<Measurement> =>
      runClients(clients, { what: task, market, streams: STREAMS });
    const measure = async (title: string, task: ClientTask['what']): Promise<Row> => {
      const before = process.cpuUsage();
      const measured = await ask(task);
      const { user, system } = process.cpuUsage(before);
      return rowOf(title, measured, (user + system) / 1000);
    };
    await ask('burst');
    const rows = [
      await measure('send, 200 a second', 'send'),
      await measure('send, 16 at once', 'burst'),
      await measure(`list of ${CONVERSATIONS}, one after another`, 'list'),
    ];
    const memory = await memoryOf(() => ask('open'));
    rows.push(await measure(`stream delivery, ${STREAMS} open`, 'deliver'));
    printTable(
      `Messaging, one seller with ${CONVERSATIONS} conversations`,
      ['what', 'count', 'per second', 'p50 ms', 'p99 ms', 'max ms', 'missing', 'server ms each'],
      rows,
    );
    printTable(`What ${STREAMS} open streams cost the server`, ['', 'MB'], memory);
  } finally {
    clients.kill();
    await launched.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function runClients(clients: ChildProcess, task: ClientTask): Promise<Measurement> {
  clients.send(task);
  const [response] = (await Promise.race([
    once(clients, 'message'),
    once(clients, 'exit').then(() => {
      throw new Error('the clients have ended');
    }),
  ])) as [Measurement];
  return response;
}

/** Memory retained after `work` and a garbage collection: heap, external buffers, and the whole process. */
async function memoryOf(work: () => Promise<unknown>): Promise<readonly (readonly [string, number])[]> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const usage = async (): Promise<NodeJS.MemoryUsage> => {
    for (let i = 0; i < 3; i++) {
      collect();
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    return process.memoryUsage();
  };
  const before = await usage();
  await work();
  const after = await usage();
  const grown = (part: keyof NodeJS.MemoryUsage): number =>
    Math.round(((after[part] - before[part]) / MEGABYTE) * 10) / 10;
  return [
    ['heap in use', grown('heapUsed')],
    ['buffers beside the heap', grown('external')],
    ['resident', grown('rss')],
  ];
}

/** The last is processor time of the server, its database not included. */
type Row = [string, number, number, number, number, number, number, number];

function rowOf(what: string, { times, elapsedMs, missing }: Measurement, cpuMs: number): Row {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
  const perSecond = Math.round((times.length / elapsedMs) * 1000);
  const each = Math.round((cpuMs / Math.max(1, times.length)) * 100) / 100;
  return [what, times.length, perSecond, at(0.5), at(0.99), at(1), missing, each];
}

/** A seller, a buyer for each of a few hundred conversations, and the rest of the conversations from one busy buyer. */
async function fill({ app }: Launched): Promise<Omit<Market, 'base'>> {
  const { db, clock } = app.platform;
  const now = clock.now();
  const sellerId = newId('sel', now);
  const seller = await addPerson(app, 'SELLER');
  await sql`insert into sellers (id, slug, company_name, created_at, updated_at) values (${sellerId}, 'bench', 'Bench', ${now}, ${now})`.execute(
    db,
  );
  await sql`insert into team_members (id, seller_id, user_id, role, created_at) values (${newId('mem')}, ${sellerId}, ${seller.userId}, 'OWNER', ${now})`.execute(
    db,
  );
  await sql`insert into settings (name, value, updated_at) values ('messaging.messagesPerMinute', '1000', ${now}) on conflict do nothing`.execute(
    db,
  );
  await sql`select pg_notify('fifthwheel_settings', '')`.execute(db);
  const buyers: Person[] = [];
  for (let i = 0; i < STREAMS / STREAMS_PER_USER; i++) buyers.push(await addPerson(app, 'BUYER'));
  const crowd = await addPerson(app, 'BUYER');
  const rows = Array.from({ length: CONVERSATIONS }, (_, i) => ({
    id: newId('cnv', now),
    listing_id: newId('lst', now),
    buyer_id: buyers[i]?.userId ?? crowd.userId,
    message_id: newId('msg', now),
    at: addMs(now, -(i + 1) * MINUTE_MS).toISOString(),
  }));
  await sql`
    with r as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as t(id text, listing_id text, buyer_id text, message_id text, at timestamptz)
    ), c as (
      insert into conversations (id, listing_id, listing_title, buyer_id, seller_id, last_seq, last_message_id,
        seller_unread, created_at, updated_at)
      select id, listing_id, 'A truck', buyer_id, ${sellerId}, 1, message_id, 1, at, at from r returning id
    )
    insert into messages (id, conversation_id, seq, sender_side, sender_id, type, content, sent_at)
    select r.message_id, r.id, 1, 'buyer', r.buyer_id, 'text', 'Is it available?', r.at from r join c using (id)`.execute(
    db,
  );
  await fillOthers(app, rows[0]?.buyer_id ?? '');
  // Reach the state that autovacuum would produce within a minute of this many new rows.
  await sql`vacuum analyze conversations, messages`.execute(db);
  return { seller, buyers, conversationIds: rows.map((row) => row.id) };
}

/** Adds conversations of other sellers, so that those of the seller are only a part of the table. */
async function fillOthers({ db }: Launched['app'], buyerId: string): Promise<void> {
  await sql`
    insert into sellers (id, slug, company_name, created_at, updated_at)
    select 'sel_other' || n, 'other-' || n, 'Other', now(), now() from generate_series(1, ${OTHER_SELLERS}::integer) n`.execute(
    db,
  );
  await sql`
    insert into conversations (id, listing_id, listing_title, buyer_id, seller_id, created_at, updated_at)
    select 'cnv_other' || n, 'lst_other' || n, 'A truck', ${buyerId}, 'sel_other' || (1 + n % ${OTHER_SELLERS}::integer), now(), now()
    from generate_series(1, ${OTHER_SELLERS * CONVERSATIONS_PER_OTHER}::integer) n`.execute(db);
}

async function addPerson(app: Launched['app'], role: 'BUYER' | 'SELLER'): Promise<Person> {
  const { db, clock, keys } = app.platform;
  const now = clock.now();
  const userId = newId('usr', now);
  const sessionId = newId('ses', now);
  await sql`insert into users (id, email, name, role, created_at, updated_at) values (${userId}, ${`${userId}@example.org`}, 'Bench', ${role}, ${now}, ${now})`.execute(
    db,
  );
  await sql`insert into sessions (id, user_id, created_at, last_used_at, expires_at) values (${sessionId}, ${userId}, ${now}, ${now}, ${addMs(now, 60 * MINUTE_MS)})`.execute(
    db,
  );
  return { userId, token: await new AccessTokens(keys, clock).issue({ userId, sessionId, role }) };
}
