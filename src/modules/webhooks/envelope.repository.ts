import { sql } from 'kysely';

interface EnvelopeParts {
  /** True for a requested sample. */
  readonly isTest?: boolean;
  readonly id: string;
  readonly type: string;
  readonly createdAt: Date;
  readonly data: unknown;
}

/** Specification "Event envelope", as the bytes that are sent. */
export function envelopeOf(event: EnvelopeParts): Buffer {
  return Buffer.from(
    JSON.stringify({
      id: event.id,
      type: event.type,
      created_at: event.createdAt.toISOString(),
      ...(event.isTest === true ? { test: true } : {}),
      data: event.data,
    }),
  );
}

/**
 * SQL that builds the same bytes from a row `e` of events. `events.data` is json, not jsonb, so it still holds the
 * exact text that was serialised when the event was written.
 */
export const envelopeOfRow = sql<Buffer>`convert_to(
  '{"id":' || to_json(e.id) || ',"type":' || to_json(e.type)
  || ',"created_at":"' || to_char(e.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
  || '","data":' || e.data::text || '}', 'UTF8')`;
