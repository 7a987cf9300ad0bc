import type { AddressInfo } from 'node:net';
import { EventSource } from 'eventsource';
import type { TestApp } from './test-app.ts';

export interface StreamEvent {
  readonly type: string;
  // eslint-disable-next-line typescript/no-explicit-any -- tests look into events as they look into answers
  readonly data: any;
  readonly id: string;
}

const TYPES = ['message', 'read', 'notification', 'notification_read', 'presence', 'resync'] as const;

/** An event stream over a real socket, read with a third-party client. */
export interface StreamClient {
  readonly told: readonly StreamEvent[];
  readonly source: EventSource;
  /** Resolves with all events of the type, once `count` of them have arrived. */
  waitFor(type: (typeof TYPES)[number], count?: number): Promise<readonly StreamEvent[]>;
  /** Resolves when the connection ends. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Listens on the given port, or on a free one; returns the origin. */
export async function listen(t: TestApp, port = 0): Promise<string> {
  await t.http.listen({ port, host: '127.0.0.1' });
  return `http://127.0.0.1:${(t.http.server.address() as AddressInfo).port}`;
}

export async function openStream(
  base: string,
  user: { readonly token: string },
  lastEventId?: string,
): Promise<StreamClient> {
  const events: StreamEvent[] = [];
  const waiting = new Set<() => void>();
  const source = new EventSource(`${base}/api/notifications/stream`, {
    fetch: (url, init) =>
      fetch(url, {
        ...init,
        headers: {
          ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
          ...(init.headers as Record<string, string>),
          authorization: `Bearer ${user.token}`,
        },
      }),
  });
  for (const type of TYPES) {
    source.addEventListener(type, (event) => {
      events.push({ type, data: JSON.parse(String(event.data)), id: event.lastEventId });
      for (const look of waiting) look();
    });
  }
  const ended = new Promise<void>((resolve) => source.addEventListener('error', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    source.addEventListener('open', () => resolve());
    source.addEventListener('error', (event) => {
      if (source.readyState === source.CLOSED) reject(new Error(`the stream was refused: ${event.code}`));
    });
  });
  return {
    told: events,
    source,
    ended,
    close: () => source.close(),
    waitFor: (type, count = 1) =>
      new Promise((resolve) => {
        const check = (): void => {
          const matching = events.filter((event) => event.type === type);
          if (matching.length < count) return;
          waiting.delete(check);
          resolve(matching);
        };
        waiting.add(check);
        check();
      }),
  };
}
