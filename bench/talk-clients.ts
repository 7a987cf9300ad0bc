/**
 * Clients of the talk suite, in a separate process: handles `send`, `list`, `open` and `deliver` messages and replies
 * with times in milliseconds.
 */
import { setMaxListeners } from 'node:events';
import { Agent, request } from 'undici';

export interface Person {
  readonly userId: string;
  readonly token: string;
}

export interface Market {
  readonly base: string;
  readonly seller: Person;
  readonly buyers: readonly Person[];
  /** One conversation for each buyer. */
  readonly conversationIds: readonly string[];
}

export interface ClientTask {
  readonly what: 'send' | 'burst' | 'list' | 'open' | 'deliver';
  readonly market: Market;
  readonly streams: number;
}

export interface Measurement {
  readonly times: readonly number[];
  readonly elapsedMs: number;
  readonly missing: number;
}

const SENDS_PER_SECOND = 200;
const SEND_SECONDS = 10;
const BURST_SENDERS = 16;
const BURST_SENDS_PER_SENDER = 60;
const LIST_READS = 300;
const LIST_PAGES = 10;
const TOLD_MESSAGES = 200;
const TOLD_PER_SECOND = 20;
const DELIVERY_DEADLINE_MS = 10_000;
const NOTHING: Measurement = { times: [], elapsedMs: 0, missing: 0 };

const agent = new Agent({ connections: 2000 });
const streams = new AbortController();
setMaxListeners(0, streams.signal);
/** Time at which each text was sent. */
const sentAt = new Map<string, number>();
/** Milliseconds that each text took to reach each stream. */
const deliveryMs: number[] = [];

process.on('message', (task: ClientTask) => {
  void tasks[task.what](task).then((measured) => process.send?.(measured));
});
process.on('disconnect', () => process.exit(0));

const tasks: Readonly<Record<ClientTask['what'], (task: ClientTask) => Promise<Measurement>>> = {
  /** Sends at a steady rate. Each request is timed from its scheduled start, so that waiting does not hide a stall. */
  send: ({ market }) => atRate(SENDS_PER_SECOND, SENDS_PER_SECOND * SEND_SECONDS, (n) => sendAs(market, n)),
  burst: async ({ market }) => {
    const times: number[] = [];
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: BURST_SENDERS }, async (_, sender) => {
        for (let n = 0; n < BURST_SENDS_PER_SENDER; n++)
          times.push(await timed(performance.now(), sendAs(market, sender)));
      }),
    );
    return { times, elapsedMs: performance.now() - startedAt, missing: 0 };
  },
  list: async ({ market }) => {
    const times: number[] = [];
    const startedAt = performance.now();
    for (let n = 0; n < LIST_READS; n++) {
      const url = `/v1/messages/conversations?page=${(n % LIST_PAGES) + 1}&limit=20`;
      times.push(await timed(performance.now(), call(market, market.seller, 'GET', url)));
    }
    return { times, elapsedMs: performance.now() - startedAt, missing: 0 };
  },
  open: async ({ market, streams: count }) => {
    for (let n = 0; n < count; n += 50)
      await Promise.all(
        Array.from({ length: Math.min(50, count - n) }, (_, i) =>
          openStream(market, market.buyers[(n + i) % market.buyers.length]),
        ),
      );
    return NOTHING;
  },
  deliver: async ({ market, streams: count }) => {
    const perBuyer = count / market.buyers.length;
    const { elapsedMs } = await atRate(TOLD_PER_SECOND, TOLD_MESSAGES, (n) => {
      const text = `Told ${n}`;
      sentAt.set(text, performance.now());
      return send(market, market.seller, market.conversationIds[n % market.buyers.length] ?? '', text);
    });
    const expected = TOLD_MESSAGES * perBuyer;
    const deadline = performance.now() + DELIVERY_DEADLINE_MS;
    while (deliveryMs.length < expected && performance.now() < deadline)
      await new Promise((resolve) => setTimeout(resolve, 10));
    streams.abort();
    return { times: deliveryMs, elapsedMs, missing: expected - deliveryMs.length };
  },
};

async function atRate(
  perSecond: number,
  count: number,
  work: (n: number) => Promise<void>,
): Promise<Measurement> {
  const startedAt = performance.now();
  const times = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const dueAt = startedAt + (n * 1000) / perSecond;
      await new Promise((resolve) => setTimeout(resolve, dueAt - performance.now()));
      // A timer fires up to a millisecond early. Rejected messages count as missing.
      return timed(Math.min(dueAt, performance.now()), work(n)).catch(() => null);
    }),
  );
  const done = times.filter((time) => time !== null);
  return { times: done, elapsedMs: performance.now() - startedAt, missing: count - done.length };
}

async function timed(sinceMs: number, work: Promise<void>): Promise<number> {
  await work;
  return performance.now() - sinceMs;
}

function sendAs(market: Market, n: number): Promise<void> {
  const at = n % market.buyers.length;
  const buyer = market.buyers[at];
  if (buyer === undefined) throw new Error('there is no buyer');
  return send(market, buyer, market.conversationIds[at] ?? '', `Message ${n}`);
}

async function openStream(market: Market, person: Person | undefined): Promise<void> {
  const { body, statusCode } = await request(`${market.base}/api/notifications/stream`, {
    dispatcher: agent,
    headers: { authorization: `Bearer ${person?.token}` },
    signal: streams.signal,
    bodyTimeout: 0,
  });
  if (statusCode !== 200) throw new Error(`a stream answered ${statusCode}`);
  body.on('error', () => {});
  body.on('data', (chunk: Buffer) => {
    for (const [, text] of chunk.toString().matchAll(/"content":"([^"]*)"/g)) {
      const at = sentAt.get(text ?? '');
      if (at !== undefined) deliveryMs.push(performance.now() - at);
    }
  });
}

function send(market: Market, person: Person, conversationId: string, content: string): Promise<void> {
  return call(market, person, 'POST', `/v1/messages/conversations/${conversationId}`, { content });
}

async function call(
  market: Market,
  person: Person,
  method: 'GET' | 'POST',
  url: string,
  body?: unknown,
): Promise<void> {
  const response = await request(`${market.base}${url}`, {
    dispatcher: agent,
    method,
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.body.text();
  if (response.statusCode >= 300)
    throw new Error(`${method} ${url} answered ${response.statusCode}: ${text}`);
}
