import type { Static, TSchema } from 'typebox';
import type { Scope, TeamRole } from '../actor.ts';

/**
 * A kind of event: its wire name, when it happens, the schema of its `data` (snake_case) and a sample. Its module defines
 * it; `/docs/events.md` and the test deliveries of webhooks are generated from these rows.
 */
export interface EventDefinition<S extends TSchema = TSchema> {
  readonly type: string;
  readonly when: string;
  readonly data: S;
  readonly sample: Static<S>;
  /** false: a signal between modules, which webhooks never carry. */
  readonly isPublic: boolean;
  /** Scope that lets an API key read the event; null if no API key can. */
  readonly scope: Scope | null;
  /** Lowest team role that can read it, the same as for endpoints with the same data; absent if the whole team can. */
  readonly teamRole?: TeamRole;
  /** Delivered to webhooks of administrators, whichever account it belongs to. */
  readonly forAdministrators?: true;
}

/** An event that webhooks deliver. */
export function defineEvent<S extends TSchema>(
  event: Omit<EventDefinition<S>, 'isPublic'>,
): EventDefinition<S> {
  return { ...event, isPublic: true };
}

/** An event between modules only. */
export function defineSignal<S extends TSchema>(
  event: Omit<EventDefinition<S>, 'isPublic' | 'scope' | 'teamRole' | 'forAdministrators'>,
): EventDefinition<S> {
  return { ...event, isPublic: false, scope: null };
}

/** Owner of an event. With a seller, it is visible to the seller's team; with only a person, to that person. */
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
