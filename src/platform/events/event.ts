import type { Static, TSchema } from 'typebox';

/**
 * A kind of event: its wire name, the shape of `data` (snake_case), a sample of it, and when it happens. The module that
 * the event belongs to defines it; docs/events.md and the test deliveries of webhooks are made from these rows.
 */
export interface EventDefinition<S extends TSchema = TSchema> {
  readonly type: string;
  readonly when: string;
  readonly data: S;
  readonly sample: Static<S>;
  /** false: a signal between modules, which no webhook carries. */
  readonly isPublic: boolean;
}

export function defineEvent<S extends TSchema>(
  event: Omit<EventDefinition<S>, 'isPublic'>,
): EventDefinition<S> {
  return { ...event, isPublic: true };
}

export function defineSignal<S extends TSchema>(
  event: Omit<EventDefinition<S>, 'isPublic' | 'sample'> & { sample: Static<S> },
): EventDefinition<S> {
  return { ...event, isPublic: false };
}

/** Whom an event concerns: a seller's account (its webhooks hear of it), a person's account. */
export interface Audience {
  readonly sellerId?: string | null;
  readonly userId?: string | null;
}

export interface StoredEvent<Data = unknown> {
  readonly id: string;
  readonly type: string;
  readonly data: Data;
  readonly sellerId: string | null;
  readonly userId: string | null;
  readonly createdAt: Date;
}
