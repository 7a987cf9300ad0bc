/**
 * Fills every table to full size, then calls every endpoint as ordinary and as the busiest accounts, runs every job,
 * and suspends and erases the heaviest accounts. Reports the buffers that PostgreSQL touched per statement. Changes the
 * data for good.
 */
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { App } from '../../src/app/app.ts';
import { prepareDatabase } from '../../src/app/prepare-database.ts';
import { readConfig } from '../../src/config/config.ts';
import { DEMO_EMAILS, DEMO_PASSWORD } from '../../src/modules/demo/accounts.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { startEmbeddedPostgres } from '@fifthwheel/embedded-postgres';
import { createLogger } from '../../src/platform/log.ts';
import { Accounting } from '../../test/scale/accounting.ts';
import { peopleOf, signIn } from '../../test/scale/people.ts';
import { type Person, requestsOf } from '../../test/scale/requests.ts';
import { allowStatistics, STATISTICS_SETTINGS } from '../../packages/embedded-postgres/test/statistics.ts';
import { readServerFiles, temporaryDataDirectory } from '../support/data-directory.ts';
import { runProgram } from '../support/server.ts';
import { printResults } from './results.ts';
import { Walk } from './walk.ts';

const LARGEST = { listings: 20_000, favorites: 50_000 };
const DELETED = 500;
const BACKGROUND_MS = 20_000;
const WITHOUT_AN_END = new Set([
  'DELETE /auth/me',
  'POST /admin/users/:id/suspend',
  'DELETE /admin/users/:id',
]);

export interface FullSizeOptions {
  readonly listings: number;
  /** Filled, if nothing is there yet. */
  readonly dataDir: string | undefined;
}

export async function benchFullSize({
  listings,
  dataDir: existingDirectory,
}: FullSizeOptions): Promise<void> {
  const dataDir = existingDirectory ?? (await temporaryDataDirectory());
  const filled = path.join(dataDir, 'filled');
  const isFilled = await readFile(filled).then(
    () => true,
    () => false,
  );
  if (!isFilled) {
    await fill(dataDir, listings);
    await writeFile(filled, String(listings));
  }
  await allowStatistics(dataDir);
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: STATISTICS_SETTINGS });
  try {
    await measure(dataDir, postgres.url, postgres.applicationUrl);
  } finally {
    await postgres.stop();
    if (existingDirectory === undefined) await rm(dataDir, { recursive: true, force: true });
  }
}

async function fill(dataDir: string, listings: number): Promise<void> {
  await runProgram('seed', { DATA_DIR: dataDir }, [
    `--listings=${listings}`,
    `--listings-of-largest-dealer=${Math.min(listings, LARGEST.listings)}`,
    `--favorites-of-one-listing=${Math.min(listings, LARGEST.favorites)}`,
  ]);
}

async function measure(dataDir: string, ownerUrl: string, url: string): Promise<void> {
  const log = createLogger('warn');
  const config = readConfig({ ...process.env, DATA_DIR: dataDir, DEMO: 'off', RATE_LIMITS: 'off' });
  await prepareDatabase({ url, ownerUrl, isEmbedded: true, mode: config.mode, clock: systemClock, log });
  const accounting = new Accounting(ownerUrl);
  await accounting.connect();
  await accounting.run('vacuum (analyze)');
  const appSecret = await readServerFiles(dataDir, 'app-secret');
  let mails = 0;
  const mailer = { send: async () => void (mails += 1) };
  const app = new App({ config, databaseUrl: url, appSecret, log, mailer });
  const walk = new Walk(app, accounting);
  try {
    await walk.note('start', async () => {
      await app.start();
      await (await app.http()).ready();
      await app.settle();
      return null;
    });
    await new FullSize(app, walk, accounting).run();
  } finally {
    const failed = await sql<{ name: string; last_error: string }>`
      select name, last_error from jobs where last_error is not null`.execute(app.db);
    await writeFile(path.join(dataDir, 'steps.json'), JSON.stringify(walk.steps));
    printResults(walk.steps, failed.rows);
    console.log(`${mails} mails were sent.`);
    await app.stop();
    await accounting.close();
  }
}

class FullSize {
  readonly #app: App;
  readonly #walk: Walk;
  readonly #accounting: Accounting;

  constructor(app: App, walk: Walk, accounting: Accounting) {
    this.#app = app;
    this.#walk = walk;
    this.#accounting = accounting;
  }

  async run(): Promise<void> {
    const people = await peopleOf(this.#app, systemClock);
    people.push(await this.#administrator());
    const dealer = personOf(people, 'largest dealer');
    await this.#makeWork(dealer);
    const requests = await requestsOf(this.#app.routes, people, this.#accounting);
    const answered = requests.filter(({ step }) => !WITHOUT_AN_END.has(step.replace(/ as .*$/, '')));
    await this.#walk.jobs('jobs before everything');
    for (const request of answered.filter(({ method }) => method === 'GET')) await this.#send(request);
    await this.#walk.jobs('jobs after exports');
    await this.#walk.note('metrics', async () => {
      await this.#app.platform.metrics.registry.metrics();
      return null;
    });
    await this.#priceFalls(dealer);
    for (const request of answered.filter(({ method }) => method !== 'GET')) await this.#send(request);
    for (const job of await this.#recurring()) {
      await sql`update jobs set run_at = now() where name = ${job} and locked_until is null`.execute(
        this.#app.db,
      );
      await this.#walk.jobs(`job ${job}`);
    }
    await this.#endings(people, dealer);
    await this.#walk.note('background work', async () => {
      await this.#app.startJobs();
      await new Promise((resolve) => setTimeout(resolve, BACKGROUND_MS));
      return null;
    });
  }

  async #send(request: Awaited<ReturnType<typeof requestsOf>>[number]): Promise<void> {
    await this.#walk.send({ ...request, path: request.paths[0] ?? '' });
  }

  async #administrator(): Promise<Person> {
    const user = await this.#app.db
      .selectFrom('users')
      .select(['id', 'role'])
      .where('email', '=', DEMO_EMAILS.admin)
      .executeTakeFirstOrThrow();
    const token = await signIn(this.#app, systemClock, { userId: user.id, role: user.role });
    return { name: 'administrator', token, userId: user.id, sellerId: null };
  }

  /** Creates work that a fill does not: long-deleted vehicles, and webhooks with due deliveries. */
  async #makeWork({ sellerId }: Person): Promise<void> {
    const { db } = this.#app;
    await sql`
      update listings set status = 'DELETED', deleted_at = now() - interval '400 days'
      where id in (
        select id from listings where seller_id <> ${sellerId} and status = 'DRAFT' order by id limit ${DELETED}
      )`.execute(db);
  }

  async #priceFalls({ sellerId, token }: Person): Promise<void> {
    const { rows } = await sql<{ id: string; price: number }>`
      select id, price from listings where seller_id = ${sellerId} and status = 'ACTIVE' and price is not null
      order by favorites_count desc limit 1`.execute(this.#app.db);
    const [best] = rows;
    if (best === undefined) throw new Error('the largest dealer has nothing to sell');
    await this.#walk.send({
      step: 'a price falls',
      method: 'PATCH',
      path: `/api/seller/listings/${best.id}`,
      token,
      body: { price: Math.round(Number(best.price) * 0.9) },
    });
  }

  async #recurring(): Promise<string[]> {
    await this.#app.runner.scheduleRecurring();
    const rows = await this.#app.db.selectFrom('jobs').select('name').distinct().execute();
    return rows.map(({ name }) => name).toSorted();
  }

  /** Runs last, because those accounts can send no requests afterwards. */
  async #endings(people: readonly Person[], dealer: Person): Promise<void> {
    const { token } = personOf(people, 'administrator');
    const path = `/api/admin/users/${dealer.userId}`;
    // The decision on a report may have suspended it.
    const reinstate = { method: 'POST', path: `${path}/reinstate`, token };
    await this.#walk.send({ step: 'before a suspension', ...reinstate });
    await this.#walk.send({
      step: 'suspend',
      method: 'POST',
      path: `${path}/suspend`,
      token,
      body: { reason: 'Measured' },
    });
    await this.#walk.send({ step: 'restore', ...reinstate });
    await sql`delete from team_members where seller_id = ${dealer.sellerId} and role <> 'OWNER'`.execute(
      this.#app.db,
    );
    for (const [step, person] of [
      ['erase the buyer', personOf(people, 'busiest buyer')],
      ['erase the dealer', dealer],
    ] as const)
      await this.#walk.send({
        step,
        method: 'DELETE',
        path: '/api/auth/me',
        // Sessions end with a suspension.
        token: await signIn(this.#app, systemClock, {
          userId: person.userId,
          role: person === dealer ? 'SELLER' : 'BUYER',
        }),
        body: { password: DEMO_PASSWORD },
      });
  }
}

function personOf(people: readonly Person[], name: Person['name']): Person {
  const person = people.find((candidate) => candidate.name === name);
  if (person === undefined) throw new Error(`the market has no ${name}`);
  return person;
}
