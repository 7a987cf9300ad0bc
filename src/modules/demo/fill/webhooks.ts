import { addMs, DAY_MS, HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { SECRET_PURPOSE } from '../../webhooks/index.ts';
import type { Row } from './copy.ts';
import { type Fill, range } from './fill.ts';

const DAYS = 40;
/** Number of webhooks of the largest dealer. */
const WEBHOOKS_OF_LARGEST = 10;
/** One event in twenty is the largest dealer's. */
const OF_LARGEST = 20;
/** One attempt in ten is that of a single webhook. */
const OF_ONE_WEBHOOK = 10;
const WAITING_EVERY = 40;
/** Unreachable, so that a filled instance sends nothing. */
const ADDRESS = 'https://hooks.invalid/';

export async function fillWebhooks(fill: Fill): Promise<void> {
  const { copy } = fill.options;
  await copy.rows('events', eventRows(fill));
  await copy.rows('webhooks', webhookRows(fill));
  await copy.rows('webhook_payloads', payloadRows(fill));
  await copy.rows('webhook_deliveries', deliveryRows(fill));
  await copy.rows('webhook_attempts', attemptRows(fill));
}

interface FilledEvent {
  readonly id: string;
  readonly type: string;
  readonly seller: number;
  readonly at: Date;
}

function eventOf(fill: Fill, n: number): FilledEvent {
  const at = fill.at(n, fill.counts.events, DAYS);
  const listing = fill.seenListing(fill.draw(70, n, fill.seen.length));
  return {
    id: fill.id('evt', at, n),
    type: 'message.read',
    seller: n % OF_LARGEST === 0 ? 0 : listing.seller,
    at,
  };
}

function* eventRows(fill: Fill): Generator<Row> {
  for (const n of range(fill.counts.events)) {
    const { id, type, seller, at } = eventOf(fill, n);
    const buyerId = fill.buyerId(1 + fill.draw(71, n, fill.counts.buyers - 1));
    const data = {
      conversation_id: fill.id('cnv', at, n),
      message_ids: [fill.id('msg', at, n)],
      reader: { id: buyerId, type: 'buyer' },
      read_at: at,
    };
    const sellerId = fill.seller(seller).id;
    yield { id, type, data, seller_id: sellerId, user_id: buyerId, created_at: at };
  }
}

function webhookOf(fill: Fill, n: number): { id: string; sellerId: string; at: Date } {
  const at = fill.before(50 * DAY_MS - n);
  const seller = n < WEBHOOKS_OF_LARGEST ? 0 : 1 + ((n - WEBHOOKS_OF_LARGEST) % (fill.counts.dealers - 1));
  return { id: fill.id('whk', at, n), sellerId: fill.seller(seller).id, at };
}

function webhooks(fill: Fill): number {
  return WEBHOOKS_OF_LARGEST + fill.counts.webhooks;
}

function* webhookRows(fill: Fill): Generator<Row> {
  const secret = fill.options.platform.keys.seal(
    SECRET_PURPOSE,
    `whsec_${fill.digest('webhook', 0).toString('base64')}`,
  );
  for (const n of range(webhooks(fill))) {
    const { id, sellerId, at } = webhookOf(fill, n);
    const row = { id, seller_id: sellerId, url: `${ADDRESS}${n}`, events: ['*'], status: 'active', secret };
    yield { ...row, created_at: at, updated_at: at };
  }
}

/** The newest events have been sent, or wait for it. */
function* sentEvents(fill: Fill): Generator<[number, FilledEvent]> {
  const { events, deliveries } = fill.counts;
  const first = Math.max(0, events - deliveries);
  for (const n of range(Math.min(events, deliveries))) yield [n, eventOf(fill, first + n)];
}

function* payloadRows(fill: Fill): Generator<Row> {
  for (const [, { id, type, at }] of sentEvents(fill)) {
    const body = Buffer.from(JSON.stringify({ id, type, created_at: at, data: {} }));
    yield { event_id: id, event_type: type, body, created_at: at };
  }
}

function* deliveryRows(fill: Fill): Generator<Row> {
  for (const [n, { id, at }] of sentEvents(fill)) {
    const waits = n % WAITING_EVERY === 0;
    const failed = n % WAITING_EVERY === 1;
    yield {
      webhook_id: webhookOf(fill, n % webhooks(fill)).id,
      event_id: id,
      state: waits ? 'pending' : failed ? 'undelivered' : 'delivered',
      due_at: waits ? new Date(fill.now.getTime() + 2 * HOUR_MS + n * 1000) : null,
      attempts: 1,
      retries_wanted: 0,
      claims: 1,
      is_test: false,
      delivered_at: waits || failed ? null : addMs(at, MINUTE_MS),
      created_at: at,
    };
  }
}

function* attemptRows(fill: Fill): Generator<Row> {
  const { attempts, events } = fill.counts;
  for (const n of range(attempts)) {
    const event = eventOf(fill, Math.floor((n * events) / attempts));
    const at = addMs(event.at, MINUTE_MS);
    const webhook = n % OF_ONE_WEBHOOK === 0 ? 0 : n % webhooks(fill);
    const failed = n % WAITING_EVERY === 1;
    yield {
      id: fill.id('dlv', at, n),
      webhook_id: webhookOf(fill, webhook).id,
      event_id: event.id,
      event_type: event.type,
      status: failed ? 'failed' : 'delivered',
      attempt: 1,
      response_code: failed ? 500 : 200,
      response_time_ms: 40 + fill.draw(72, n, 200),
      error: failed ? 'http_status' : null,
      created_at: at,
    };
  }
}
