/**
 * Live events for all tabs of a browser from one stream, because browsers limit a host to six connections. The tab that holds the lock opens
 * the stream and forwards the events over a channel.
 */
import { refresh, type Refreshable } from './query.ts';

const NAME = 'fw-live';
const TYPES = ['message', 'read', 'notification', 'notification_read', 'resync'] as const;
/** A tab has opened a stream, as the first one or after another tab has closed. */
const OPENED = 'opened';
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;

export interface LiveEvent {
  readonly type: (typeof TYPES)[number] | typeof OPENED;
  readonly data: Readonly<Record<string, unknown>>;
}

type Listener = (event: LiveEvent) => void;

/** Data to reload after an event; all of it after `resync`. */
const STALE_AFTER: Readonly<Record<LiveEvent['type'], readonly Refreshable[]>> = {
  message: ['session', 'conversations', 'dashboard'],
  read: ['session', 'conversations'],
  notification: ['session', 'notifications', 'dashboard'],
  notification_read: ['session', 'notifications'],
  // Events between the page load and the opening of the stream are unknown.
  opened: ['session', 'conversations', 'notifications', 'dashboard'],
  resync: [],
};

export function startLive(): void {
  const channel = new BroadcastChannel(NAME);
  const publish = ({ type }: LiveEvent): void => void refresh(...STALE_AFTER[type]);
  channel.addEventListener('message', ({ data }: MessageEvent<LiveEvent>) => publish(data));
  void navigator.locks.request(NAME, () =>
    holdStream((event) => {
      publish(event);
      channel.postMessage(event);
    }),
  );
}

/** Never resolves, so that the tab holds the lock until it is closed. */
function holdStream(publish: Listener): Promise<never> {
  let pauseMs = FIRST_PAUSE_MS;
  const open = (): void => {
    const stream = new EventSource('/web/api/notifications/stream');
    stream.addEventListener('open', () => {
      // Events while the stream was closed are unknown.
      publish({ type: pauseMs > FIRST_PAUSE_MS ? 'resync' : OPENED, data: {} });
      pauseMs = FIRST_PAUSE_MS;
    });
    for (const type of TYPES)
      stream.addEventListener(type, ({ data }: MessageEvent<string>) => publish({ type, data: read(data) }));
    stream.addEventListener('error', () => {
      // Browsers reopen a broken stream, but not one that was rejected.
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
