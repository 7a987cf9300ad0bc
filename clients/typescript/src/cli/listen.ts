import { createHmac, randomBytes } from 'node:crypto';
import type { Client } from '../client.ts';
import { deadline } from '../deadline.ts';
import { stream } from '../stream.ts';
import { pause } from '../transport.ts';
import { type Command, textOf } from './command.ts';
import { clientOf } from './credentials.ts';
import { plain, UsageError } from './io.ts';

/** Polling interval without a stream, and with one too, in case it misses an event. */
const POLL_MS = 2000;
const LOOK_MS = 60_000;
/** Events of long transactions appear after events with later timestamps. */
const OVERLAP_MS = 30_000;
const FORWARD_TIMEOUT_MS = 10_000;

export interface AccountEvent {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  readonly data: unknown;
}

/**
 * Yields the account's events from now on, oldest first, each once. The stream only signals that there are
 * new ones; an instance without a stream is polled every two seconds.
 */
export async function* newEvents(
  market: Client,
  types: string | undefined,
  signal: AbortSignal,
  { pollMs = POLL_MS, onOpen }: { pollMs?: number; onOpen?: () => void } = {},
): AsyncGenerator<AccountEvent> {
  const bell = new Bell();
  let lookMs = pollMs;
  void ringOnEvents(market, bell, signal, () => {
    lookMs = Math.max(pollMs, LOOK_MS);
    // Events from before the stream opened were not announced.
    bell.ring();
    onOpen?.();
  }).then(() => (lookMs = pollMs));
  const seen = new Map<string, number>();
  // Use the server's clock, because the local one can differ.
  const { headers } = await market.request({ method: 'GET', path: '/events', query: { limit: 1 } });
  const began = Date.parse(headers.get('date') ?? '') || Date.now();
  let since = began;
  for (;;) {
    for (let page = 1; ; page++) {
      const query = { since: new Date(since).toISOString(), order: 'asc', limit: 100, page, type: types };
      const { data } = await market.request<{
        events: AccountEvent[];
        pagination: { hasMore: boolean };
      }>({ method: 'GET', path: '/events', query, options: { signal } });
      for (const event of data.events) {
        const at = Date.parse(event.created_at);
        if (!seen.has(event.id)) {
          seen.set(event.id, at);
          yield event;
        }
        since = Math.max(since, at - OVERLAP_MS);
      }
      if (!data.pagination.hasMore) break;
    }
    for (const [id, at] of seen) if (at < since) seen.delete(id);
    await bell.wait(lookMs, signal);
  }
}

/** Ends a pause early. A ring between two pauses ends the next one. */
class Bell {
  #hasRung = false;
  #end = new AbortController();

  ring(): void {
    this.#hasRung = true;
    this.#end.abort();
  }

  async wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (!this.#hasRung) {
      this.#end = new AbortController();
      const end = (): void => this.#end.abort();
      signal.addEventListener('abort', end);
      await pause(milliseconds, this.#end.signal).catch(() => {});
      signal.removeEventListener('abort', end);
    }
    this.#hasRung = false;
    signal.throwIfAborted();
  }
}

async function ringOnEvents(
  market: Client,
  bell: Bell,
  signal: AbortSignal,
  onOpen: () => void,
): Promise<void> {
  try {
    for await (const _ of stream(market, { signal, onOpen, path: '/events/stream' })) bell.ring();
  } catch {
    // Without a stream, each pause lasts its full length.
  }
}

/** Returns the headers that webhooks are signed with. */
export function signedHeaders(secret: string, id: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const standard = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'content-type': 'application/json',
    'user-agent': 'fifthwheel-cli',
    'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${standard}`,
  };
}

function addressOf(text: string | undefined): URL {
  const address = /^https?:\/\//.test(text ?? '') ? text : `http://${text ?? ''}`;
  if (text === undefined || !URL.canParse(address ?? ''))
    throw new UsageError('--forward-to is an address, such as localhost:4000/hooks');
  return new URL(address ?? '');
}

export const listen: Command = {
  name: 'webhooks listen',
  takes: '--forward-to ADDRESS [--events A,B] [--secret whsec_…]',
  does: 'hand the account’s events to a program here, without a tunnel',
  options: { 'forward-to': true, events: true, secret: true },
  wordsMin: 0,
  wordsMax: 0,
  async run({ io, out, options }) {
    const target = addressOf(textOf(options, 'forward-to'));
    const secret = textOf(options, 'secret') ?? `whsec_${randomBytes(32).toString('base64')}`;
    const market = await clientOf(io, textOf(options, 'url'));
    out.note(`Listening; events go to ${target.href}, signed with ${secret} (Ctrl+C ends)`);
    for await (const event of newEvents(market, textOf(options, 'events'), io.signal)) {
      const body = JSON.stringify(event);
      const startedAt = performance.now();
      const { signal, release } = deadline(FORWARD_TIMEOUT_MS, io.signal);
      const outcome = await io
        .fetch(target, {
          method: 'POST',
          body,
          // Never follow a redirect: events and their signatures are for the named program only.
          redirect: 'manual',
          headers: signedHeaders(secret, event.id, body),
          ...(signal === undefined ? {} : { signal }),
        })
        .then(
          async (response) => {
            await response.body?.cancel();
            return String(response.status);
          },
          (error: Error) => (error.cause as NodeJS.ErrnoException | undefined)?.code ?? error.name,
        )
        .finally(release);
      const milliseconds = Math.round(performance.now() - startedAt);
      out.result({ id: event.id, type: event.type, outcome, milliseconds }, () => [
        `${event.created_at}  ${plain(event.type)}  ${event.id}  → ${outcome} (${milliseconds} ms)`,
      ]);
    }
    return 0;
  },
};
