/**
 * Events as they happen, for all tabs of a browser from one stream: a browser allows six connections to a host, and the tab
 * that has the lock holds the only one. The others hear of events by a channel.
 */
import type { QueryClient } from '@tanstack/react-query';

const NAME = 'fw-live';
const TYPES = ['message', 'read', 'presence', 'notification', 'notification_read', 'resync'] as const;
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;

export interface LiveEvent {
  readonly type: (typeof TYPES)[number];
  readonly data: Readonly<Record<string, unknown>>;
}

type Listener = (event: LiveEvent) => void;

/** The first part of the keys of queries that an event makes stale. */
const STALE: Readonly<Record<LiveEvent['type'], readonly string[]>> = {
  message: ['session', 'conversations', 'conversation', 'today'],
  read: ['session', 'conversations', 'conversation'],
  presence: ['presence'],
  notification: ['session', 'notifications', 'today'],
  notification_read: ['session', 'notifications'],
  resync: [],
};

export function startLive(queries: QueryClient): void {
  const channel = new BroadcastChannel(NAME);
  const tell = (event: LiveEvent): void => {
    if (event.type === 'resync') void queries.invalidateQueries();
    for (const name of STALE[event.type]) void queries.invalidateQueries({ queryKey: [name] });
  };
  channel.addEventListener('message', ({ data }: MessageEvent<LiveEvent>) => tell(data));
  void navigator.locks.request(NAME, () =>
    holdStream((event) => {
      tell(event);
      channel.postMessage(event);
    }),
  );
}

/** Never ends: the lock is free when the tab is gone. */
function holdStream(tell: Listener): Promise<never> {
  let pauseMs = FIRST_PAUSE_MS;
  const open = (): void => {
    const stream = new EventSource('/web/api/notifications/stream');
    stream.addEventListener('open', () => {
      // What happened while the stream was closed is not known.
      if (pauseMs > FIRST_PAUSE_MS) tell({ type: 'resync', data: {} });
      pauseMs = FIRST_PAUSE_MS;
    });
    for (const type of TYPES)
      stream.addEventListener(type, ({ data }: MessageEvent<string>) => tell({ type, data: read(data) }));
    stream.addEventListener('error', () => {
      // The browser opens a broken stream again by itself, but not one that was refused.
      if (stream.readyState !== EventSource.CLOSED) return;
      setTimeout(open, pauseMs);
      pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    });
  };
  open();
  return new Promise<never>(() => undefined);
}

function read(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
