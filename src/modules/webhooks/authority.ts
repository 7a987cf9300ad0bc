/** Determines the owner of a webhook and the events that it can carry. */
import { hasTeamRole, type Scope, type UserActor } from '../../platform/actor.ts';
import type { EventDefinition } from '../../platform/events/event.ts';
import type { UpdateWebhookBody } from './schemas.ts';
import type { WebhookRow } from './tables.ts';

/** A seller's webhooks are its team's; an administrator, who belongs to no seller, has some alone. */
export type WebhookOwner = { readonly sellerId: string } | { readonly userId: string };

export function ownerOf(actor: UserActor): WebhookOwner {
  return actor.seller === null ? { userId: actor.userId } : { sellerId: actor.seller.sellerId };
}

export function ownerOfWebhook(webhook: Pick<WebhookRow, 'seller_id' | 'user_id'>): WebhookOwner {
  return webhook.seller_id === null ? { userId: webhook.user_id ?? '' } : { sellerId: webhook.seller_id };
}

/** Scopes of the credential; null if it can read everything that its user can. */
export function scopesOf({ credential }: UserActor): Scope[] | null {
  return credential.kind === 'apiKey' ? [...credential.scopes] : null;
}

export function canCarry(scopes: readonly Scope[] | null, definition: EventDefinition | undefined): boolean {
  if (scopes === null) return true;
  const scope = definition?.scope ?? null;
  return scope !== null && scopes.includes(scope);
}

/** Returns whether the actor can read the event, by the scopes of the key and by the role in the team. */
export function canRead(actor: UserActor, definition: EventDefinition | undefined): boolean {
  if (!canCarry(scopesOf(actor), definition)) return false;
  return actor.seller === null || hasTeamRole(actor.seller, definition?.teamRole ?? 'VIEWER');
}

/**
 * Returns the authority of a webhook after a change of its URL or events: from then on, the rights of the actor who made the change
 * apply. Otherwise, an API key could send events that it cannot read to any address, and a colleague could send another member's
 * own events. The member who sets the URL also becomes the keeper: when that member leaves, deliveries stop.
 */
export function authorityAfter(
  before: WebhookRow,
  actor: UserActor,
  body: UpdateWebhookBody,
): Pick<WebhookRow, 'user_id' | 'scopes' | 'maker_id' | 'keeper_id'> {
  const { url, events } = body;
  const isMoved = url !== undefined && url !== before.url;
  const isRenamed = events !== undefined && events.toSorted().join() !== before.events.toSorted().join();
  const unchanged = {
    user_id: isMoved || isRenamed ? actor.userId : before.user_id,
    maker_id: isMoved ? actor.userId : before.maker_id,
    keeper_id: isMoved && actor.seller !== null ? actor.userId : before.keeper_id,
  };
  const ownScopes = scopesOf(actor);
  if (ownScopes === null) return { ...unchanged, scopes: events === undefined ? before.scopes : null };
  if (isRenamed || (isMoved && events !== undefined)) return { ...unchanged, scopes: ownScopes };
  return { ...unchanged, scopes: isMoved ? intersection(before.scopes, ownScopes) : before.scopes };
}

function intersection(before: readonly Scope[] | null, own: Scope[]): Scope[] {
  return before === null ? own : own.filter((scope) => before.includes(scope));
}
