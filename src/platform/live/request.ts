import { Type } from 'typebox';

/** Proxies must not buffer, and the connection serves nothing else, so a stopping server need not wait for it. */
export const STREAM_HEADERS = { 'x-accel-buffering': 'no', connection: 'close' } as const;

export const LAST_EVENT_ID = {
  name: 'Last-Event-ID',
  description: 'The id of the last event that came: the stream goes on after it.',
  schema: Type.String({ maxLength: 64 }),
};

export const streamParameters = {
  ticket: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'In place of a credential: `POST /notifications/stream-ticket`',
    }),
  ),
  last_event_id: Type.Optional(
    Type.String({ maxLength: 64, description: 'As `Last-Event-ID`, where that cannot be sent' }),
  ),
};
