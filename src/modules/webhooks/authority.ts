/** Whose webhooks somebody manages, and what a webhook may carry. */
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

/** What the credential may read; null: everything that its person may. */
export function scopesOf({ credential }: UserActor): Scope[] | null {
  return credential.kind === 'apiKey' ? [...credential.scopes] : null;
}

export function mayCarry(scopes: readonly Scope[] | null, definition: EventDefinition | undefined): boolean {
  if (scopes === null) return true;
  const scope = definition?.scope ?? null;
  return scope !== null && scopes.includes(scope);
}

/** Whether somebody may read what an event tells: by the scopes of the key, and by the role in the team. */
export function mayRead(actor: UserActor, definition: EventDefinition | undefined): boolean {
  if (!mayCarry(scopesOf(actor), definition)) return false;
  return actor.seller === null || hasTeamRole(actor.seller, definition?.teamRole ?? 'VIEWER');
}

/**
 * From then on, the rights of whoever chooses address or events count: an API key must not have sent
 * to an address of its choice what it may not read, nor a colleague what is somebody else's own. Whoever chooses the address also keeps
 * the webhook: when that member leaves, nothing more is sent there.
 */
export function authorityAfter(
  before: WebhookRow,
  actor: UserActor,
  body: UpdateWebhookBody,
): Pick<WebhookRow, 'user_id' | 'scopes' | 'maker_id' | 'keeper_id'> {
  const { url, events } = body;
  const isMoved = url !== undefined && url !== before.url;
  const isRenamed = events !== undefined && events.toSorted().join() !== before.events.toSorted().join();
  const kept = {
    user_id: isMoved || isRenamed ? actor.userId : before.user_id,
    maker_id: isMoved ? actor.userId : before.maker_id,
    keeper_id: isMoved && actor.seller !== null ? actor.userId : before.keeper_id,
  };
  const own = scopesOf(actor);
  if (own === null) return { ...kept, scopes: events === undefined ? before.scopes : null };
  if (isRenamed || (isMoved && events !== undefined)) return { ...kept, scopes: own };
  return { ...kept, scopes: isMoved ? intersection(before.scopes, own) : before.scopes };
}

function intersection(before: readonly Scope[] | null, own: Scope[]): Scope[] {
  return before === null ? own : own.filter((scope) => before.includes(scope));
}
