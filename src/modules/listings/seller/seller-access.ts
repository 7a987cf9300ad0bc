import { access, type SellerActor } from '../../../platform/http/route.ts';
import type { SellerListingActor } from '../lifecycle/lifecycle-table.ts';

export const reads = access.seller('VIEWER', 'listings:read');
export const writes = access.seller('AGENT', 'listings:write');
export const deletes = access.seller('MANAGER', 'listings:delete');

export function listingActorOf(actor: SellerActor): SellerListingActor {
  return {
    kind: 'seller',
    sellerId: actor.seller.sellerId,
    userId: actor.userId,
    emailVerified: actor.emailVerified,
    source: actor.credential.kind === 'apiKey' ? 'api' : 'manual',
  };
}
