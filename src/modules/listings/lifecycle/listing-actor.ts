import type { SellerActor } from '../../../platform/http/route.ts';
import type { ListingSource } from '../record/enums.ts';

/** Who moves a listing: its seller's team (by hand, API key or import), a moderator, or the server itself. */
export type ListingActor =
  | {
      readonly kind: 'seller';
      readonly sellerId: string;
      readonly userId: string;
      readonly emailVerified: boolean;
      readonly source: ListingSource;
    }
  | { readonly kind: 'admin'; readonly userId: string }
  | { readonly kind: 'system' };

export type SellerListingActor = ListingActor & { readonly kind: 'seller' };

export function listingActorOf(actor: SellerActor): SellerListingActor {
  return {
    kind: 'seller',
    sellerId: actor.seller.sellerId,
    userId: actor.userId,
    emailVerified: actor.emailVerified,
    source: actor.credential.kind === 'apiKey' ? 'api' : 'manual',
  };
}
