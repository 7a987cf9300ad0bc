import type { SellerActor } from '../../platform/http/route.ts';
import type { ListingSource } from './enums.ts';

/** Who moves a listing: its seller's team (by hand, API key or import), a moderator, or the server itself. */
export type ListingMover =
  | {
      readonly kind: 'seller';
      readonly sellerId: string;
      readonly userId: string;
      readonly emailVerified: boolean;
      readonly source: ListingSource;
    }
  | { readonly kind: 'admin'; readonly userId: string }
  | { readonly kind: 'system' };

export type SellerMover = ListingMover & { readonly kind: 'seller' };

export function moverOf(actor: SellerActor): SellerMover {
  return {
    kind: 'seller',
    sellerId: actor.seller.sellerId,
    userId: actor.userId,
    emailVerified: actor.emailVerified,
    source: actor.credential.kind === 'apiKey' ? 'api' : 'manual',
  };
}
