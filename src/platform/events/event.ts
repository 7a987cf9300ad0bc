import type { Static, TSchema } from 'typebox';

/**
 * A kind of event: its wire name, when it happens, the schema of its `data` (snake_case) and a sample. Its module defines
 * it; docs/events.md and the test deliveries of webhooks are generated from these rows.
 */
export interface EventDefinition<S extends TSchema = TSchema> {
  readonly type: string;
  readonly when: string;
  readonly data: S;
  readonly sample: Static<S>;
  /** false: a signal between modules, which webhooks never carry. */
  readonly isPublic: boolean;
}

/** An event that webhooks deliver. */
export function defineEvent<S extends TSchema>(
  event: Omit<EventDefinition<S>, 'isPublic'>,
): EventDefinition<S> {
  return { ...event, isPublic: true };
}

/** An event between modules only. */
export function defineSignal<S extends TSchema>(
  event: Omit<EventDefinition<S>, 'isPublic'>,
): EventDefinition<S> {
  return { ...event, isPublic: false };
}

/** Whom an event concerns: a seller, whose webhooks receive it, or a person. */
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
