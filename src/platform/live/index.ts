import type { Platform } from '../module.ts';
import { LiveHub } from './hub.ts';
import { LiveEventStore } from './event-store.ts';
import { EventSequencer } from './event-sequencer.ts';

export { eventFrame, HEARTBEAT_FRAME, retryFrame } from './frames.ts';
export { LiveHub } from './hub.ts';
export { type LiveEvent, LiveEventStore } from './event-store.ts';
export { endOfStream } from './lifetime.ts';
export { LiveStream, type StreamHolder } from './live-stream.ts';
export { LAST_EVENT_ID, STREAM_HEADERS, streamParameters } from './request.ts';

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
