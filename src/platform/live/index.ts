import type { Platform } from '../module.ts';
import { LiveHub } from './hub.ts';
import { LiveEventStore } from './event-store.ts';
import { EventSequencer } from './event-sequencer.ts';
import { Type } from 'typebox';

/** Proxies must not buffer, and the connection serves nothing else, so a stopping server need not wait for it. */
export const STREAM_HEADERS = { 'x-accel-buffering': 'no', connection: 'close' } as const;

export const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  description: 'ID of the last event received; the stream continues after it.',
  schema: Type.String({ maxLength: 64 }),
};

export const streamParameters = {
  ticket: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Ticket from `POST /notifications/stream-ticket`, instead of a credential',
    }),
  ),
  last_event_id: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Replaces `Last-Event-ID` for clients that cannot send headers',
    }),
  ),
};

export { eventFrame, HEARTBEAT_FRAME, retryFrame } from './frames.ts';
export { LiveHub } from './hub.ts';
export { type LiveEvent, LiveEventStore } from './event-store.ts';
export { endOfStream } from './lifetime.ts';
export { LiveStream, type StreamHolder } from './live-stream.ts';

/** Live events: the store keeps them, the sequencer numbers them, the hub sends them to open streams. */
export interface Live {
  readonly eventStore: LiveEventStore;
  readonly sequencer: EventSequencer;
  readonly hub: LiveHub;
}

export function createLive(platform: Platform): Live {
  const sequencer = new EventSequencer(platform);
  const eventStore = new LiveEventStore({ ...platform, sequencer });
  return { eventStore, sequencer, hub: new LiveHub({ ...platform, eventStore, sequencer }) };
}
