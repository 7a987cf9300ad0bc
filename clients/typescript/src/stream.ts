import type { Client } from './client.ts';
import { FifthwheelError, isLost } from './errors.ts';
import { pause } from './transport.ts';

/** An event for the signed-in user, delivered as it happens. */
export interface StreamEvent {
  readonly type:
    'message' | 'read' | 'notification' | 'notification_read' | 'presence' | 'resync' | (string & {});
  readonly data: unknown;
  /** Pass it as `lastEventId` to continue after this event. Null for transient events, such as presence. */
  readonly id: string | null;
}

export interface StreamOptions {
  /** Continues after this event, including all that followed it. */
  readonly lastEventId?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called each time the stream opens: at first and after every reconnect. */
  readonly onOpen?: (() => void) | undefined;
  /** Path of another stream of the same kind. Default: `/notifications/stream`. */
  readonly path?: string | undefined;
}

const PAUSE_MS = 3000;
/** The server sends at least one line every 20 seconds. */
const SILENCE_MS = 60_000;
const LINE_MAX = 8 * 1024 * 1024;

/**
 * Yields events without gaps: after a disconnect the stream continues where it ended. It ends with its signal
 * or with the session.
 */
export async function* stream(
  client: Client,
  options: StreamOptions = {},
): AsyncGenerator<StreamEvent, void, undefined> {
  let lastId = options.lastEventId;
  let pauseMs = PAUSE_MS;
  const isOver = (): boolean => options.signal?.aborted === true;
  while (!isOver()) {
    const silence = new AbortController();
    const end = (): void => silence.abort();
    options.signal?.addEventListener('abort', end, { once: true });
    try {
      const response = await client.respond({
        method: 'GET',
        path: options.path ?? '/notifications/stream',
        options: {
          signal: silence.signal,
          timeoutMs: Infinity,
          headers: {
            accept: 'text/event-stream',
            ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
          },
        },
      });
      options.onOpen?.();
      for await (const frame of framesOf(response.body, silence)) {
        if (frame.retry !== null) pauseMs = frame.retry;
        if (frame.id !== null) lastId = frame.id;
        if (frame.data !== null) yield { type: frame.type, data: JSON.parse(frame.data), id: frame.id };
      }
    } catch (error) {
      if (isOver()) return;
      // Error responses are final, except those with a time to retry; anything else is a disconnect.
      if (error instanceof FifthwheelError && isForGood(error)) throw error;
    } finally {
      options.signal?.removeEventListener('abort', end);
      silence.abort();
    }
    await pause(pauseMs * (0.5 + Math.random()), options.signal).catch(() => {});
  }
}

function isForGood(error: FifthwheelError): boolean {
  return !isLost(error) && error.status < 500 && error.status !== 429;
}

interface Frame {
  readonly type: string;
  readonly id: string | null;
  readonly data: string | null;
  readonly retry: number | null;
}

async function* framesOf(
  body: ReadableStream<Uint8Array> | null,
  silence: AbortController,
): AsyncGenerator<Frame> {
  if (body === null) return;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const timer = setTimeout(() => silence.abort(), SILENCE_MS);
      const { done, value } = await reader.read().finally(() => clearTimeout(timer));
      if (done) return;
      rest += decoder.decode(value, { stream: true });
      if (rest.length > LINE_MAX) return;
      const frames = rest.split(/\r?\n\r?\n/);
      rest = frames.pop() ?? '';
      for (const frame of frames) yield frameOf(frame);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function frameOf(text: string): Frame {
  const fields = text.split(/\r?\n/).map((line) => /^(\w+): ?(.*)$/.exec(line));
  const all = (name: string): string[] =>
    fields.flatMap((field) => (field?.[1] === name ? [field[2] ?? ''] : []));
  const data = all('data');
  const retry = all('retry')[0];
  return {
    type: all('event')[0] ?? 'message',
    id: all('id')[0] ?? null,
    data: data.length === 0 ? null : data.join('\n'),
    retry: retry === undefined ? null : Number(retry),
  };
}
