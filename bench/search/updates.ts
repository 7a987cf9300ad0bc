import pg from 'pg';

const TICK_MS = 100;
const UPDATE = 'update listings set price = greatest(1, price + $2), version = version + 1 where id = $1';

/** Changes prices of random listings at a steady rate, as another process of the instance would. */
export class Updates {
  readonly #client: pg.Client;
  readonly #perTick: number;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> = Promise.resolve();
  #count = 0;
  #startedMs = 0;

  constructor(databaseUrl: string, perSecond: number) {
    this.#client = new pg.Client({ connectionString: databaseUrl });
    this.#perTick = Math.round((perSecond * TICK_MS) / 1000);
  }

  async start(): Promise<void> {
    await this.#client.connect();
    const { rows } = await this.#client.query<{ id: string }>(
      `select id from listings tablesample bernoulli (5) where status = 'ACTIVE' and price is not null`,
    );
    this.#startedMs = performance.now();
    let changed = 0;
    this.#timer = setInterval(() => {
      for (let i = 0; i < this.#perTick; i++) {
        const change = [rows[changed++ % rows.length]?.id, changed % 2 === 0 ? 100 : -100];
        this.#running = this.#running
          .then(() => this.#client.query(UPDATE, change))
          .then(() => this.#count++);
      }
    }, TICK_MS);
  }

  /** Stops the updates. Returns their rate per second. */
  async stop(): Promise<number> {
    if (this.#timer === undefined) return 0;
    clearInterval(this.#timer);
    this.#timer = undefined;
    const seconds = (performance.now() - this.#startedMs) / 1000;
    await this.#running;
    await this.#client.end();
    return Math.round(this.#count / seconds);
  }
}
