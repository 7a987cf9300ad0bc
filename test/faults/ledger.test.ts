import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { seeded } from '../../bench/search-documents.ts';
import { report } from '../support/report.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { Audit, summary } from './ledger/audit.ts';
import { Ledger } from './ledger/ledger.ts';
import { MarketClient } from './ledger/market-client.ts';
import { Traders } from './ledger/traders.ts';

/** Set ROUNDS=100 for the full number. SEED repeats a run as far as the timing of processes allows. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 3);
const SEED = Number(process.env['SEED'] ?? Date.now() % 1_000_000);
const ROUND_TIMEOUT_MS = 60_000;
/** Number of writes before each kill, which follows after a short random delay. */
const WRITES_BEFORE = { min: 15, max: 60 };
const MOMENT_MS_MAX = 100;
/** Number of writes that show that the server has reconnected after PostgreSQL died. */
const WRITES_AFTER = 20;

type Victim = 'server' | 'postgres' | 'session';
const VICTIMS: readonly Victim[] = ['server', 'postgres', 'session'];

let dataDir: string;
let receiver: Receiver;
let server: ServerProcess | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'fifthwheel-ledger-'));
  // If the tests run as root, PostgreSQL uses another user, which needs access to the directory.
  await chmod(dataDir, 0o755);
  receiver = await startReceiver();
});
afterAll(async () => {
  await server?.stop();
  await receiver.close();
  await rm(dataDir, { recursive: true, force: true });
});

function startServer(port?: number): Promise<ServerProcess> {
  return startServerProcess({
    env: {
      DATA_DIR: dataDir,
      DEMO: 'off',
      RATE_LIMITS: 'off',
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'fatal',
      WEBHOOKS_ALLOW_PRIVATE: '1',
      WEBHOOK_LEASE_SECONDS: '1',
    },
    ...(port === undefined ? {} : { port }),
  });
}

async function parentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
}

it.skipIf(process.platform !== 'linux')(
  `${ROUNDS} times the server, PostgreSQL or a session of it is killed under mixed writes: nothing acknowledged is lost, nothing happens twice`,
  { timeout: ROUNDS * ROUND_TIMEOUT_MS },
  async () => {
    const random = seeded(SEED);
    const traders = new Traders({ random, hookUrl: receiver.url });
    const ledger = new Ledger();
    server = await startServer();
    const { port } = server;
    await server.ready();
    const audit = new Audit((await readFile(path.join(dataDir, 'database-url'), 'utf8')).trim());
    const client = new MarketClient(server.url, ledger);
    let checked = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const victim = VICTIMS[round % VICTIMS.length] ?? 'server';
      const trading = traders.trade(client);
      const writes = WRITES_BEFORE.min + random() * (WRITES_BEFORE.max - WRITES_BEFORE.min);
      await Promise.race([trading, waitForEntries(ledger, ledger.entries.length + writes)]);
      await new Promise((resolve) => setTimeout(resolve, random() * MOMENT_MS_MAX));
      await kill(victim, server, audit);
      if (victim === 'server') {
        await trading;
        server = await startServer(port);
        await server.ready();
      } else {
        await Promise.race([trading, waitForEntries(ledger, ledger.entries.length + WRITES_AFTER)]);
        traders.stop();
        await trading;
      }
      const repeatProblems = await audit.repeat(client, ledger.unanswered.splice(0));
      await audit.waitUntilIdle();
      const problems = [
        ...repeatProblems,
        ...(await audit.findMissing(ledger.entries.slice(checked), receiver)),
        ...(await audit.findSearchDifferences(client)),
      ];
      expect(problems, `round ${round}, ${victim} killed, seed ${SEED}`).toEqual([]);
      checked = ledger.entries.length;
    }
    // Writes of early rounds must survive all later ones.
    expect(await audit.findMissing(ledger.entries, receiver)).toEqual([]);
    expect(await audit.findExcess(receiver)).toEqual([]);
    for (const kind of ['register', 'publish', 'edit', 'message', 'favorite', 'webhook', 'import', 'billing'])
      expect(ledger.count(kind), kind).toBeGreaterThan(0);
    await audit.close();
    report(
      `ledger: ${ROUNDS} rounds, seed ${SEED}; ${summary(ledger)}; ${receiver.requests.length} deliveries`,
    );
  },
);

async function kill(victim: Victim, running: ServerProcess, audit: Audit): Promise<void> {
  if (victim === 'server') return running.kill();
  const session = await audit.sessionPid();
  if (session === undefined) throw new Error('the server has no session');
  process.kill(victim === 'session' ? session : await parentOf(session), 'SIGKILL');
}

async function waitForEntries(ledger: Ledger, entries: number): Promise<void> {
  while (ledger.entries.length < entries) await new Promise((resolve) => setTimeout(resolve, 20));
}
