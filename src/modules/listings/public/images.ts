import { type Static, Type } from 'typebox';
import { NamedObject, Nullable, Timestamp } from '../../../platform/http/schemas.ts';

export const ListingImageView = NamedObject('ListingImage', {
  id: Type.String(),
  url: Type.String(),
  position: Type.Integer(),
  width: Nullable(Type.Integer()),
  height: Nullable(Type.Integer()),
  bytes: Type.Optional(Type.Integer()),
  checksum: Type.Optional(Type.String({ description: 'SHA-256 of the uploaded file' })),
  createdAt: Type.Optional(Timestamp),
  /** thumbnail, medium, large */
  sizes: Type.Optional(
    Type.Record(
      Type.String(),
      Type.Object({
        width: Type.Integer(),
        height: Type.Integer(),
        webp: Type.String(),
        jpeg: Type.String(),
      }),
    ),
  ),
});
export type ListingImageView = Static<typeof ListingImageView>;

/** Source of listing images; implemented by the media module. */
export interface ListingImages {
  /** Images in order; listings without images may be missing. */
  of(listingIds: readonly string[]): Promise<ReadonlyMap<string, readonly ListingImageView[]>>;
}

export const noImages: ListingImages = { of: () => Promise.resolve(new Map()) };
