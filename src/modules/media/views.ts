import { type Static, Type } from 'typebox';
import { fromRow } from '../../platform/http/from-row.ts';
import { NamedObject, Timestamp } from '../../platform/http/schemas.ts';
import { PHOTO_SIZES } from './image-profiles.ts';
import type { ListingImageRow } from './listing-images.repository.ts';
import type { Rendition } from './tables.ts';

const SizeView = NamedObject('ImageSize', {
  width: Type.Integer(),
  height: Type.Integer(),
  jpeg: Type.String(),
  webp: Type.String(),
});
type SizeView = Static<typeof SizeView>;

/** `url` is the largest JPEG; `width`, `height`, `bytes` and `checksum` (SHA-256) are those of the uploaded file. */
export const ImageView = NamedObject('Image', {
  id: Type.String(),
  url: Type.String(),
  position: Type.Integer(),
  width: Type.Integer(),
  height: Type.Integer(),
  bytes: Type.Integer(),
  checksum: Type.String(),
  sizes: Type.Object({ thumbnail: SizeView, medium: SizeView, large: SizeView }),
  createdAt: Timestamp,
});
export type ImageView = Static<typeof ImageView>;

type UrlOf = (key: string) => string;

export function imageView(image: ListingImageRow, urlOf: UrlOf): ImageView {
  const [large, medium, thumbnail] = PHOTO_SIZES.map((size) => sizeView(image.renditions, size, urlOf));
  if (large === undefined || medium === undefined || thumbnail === undefined) throw new Error('no such size');
  return fromRow(ImageView, image, {
    url: large.jpeg,
    checksum: image.checksum.toString('hex'),
    sizes: { thumbnail, medium, large },
  });
}

/** URL of the small JPEG for lists. */
export function thumbnailOf(image: ListingImageRow, urlOf: UrlOf): string {
  return sizeView(image.renditions, 'thumbnail', urlOf).jpeg;
}

function sizeView(renditions: readonly Rendition[], size: string, urlOf: UrlOf): SizeView {
  const find = (format: Rendition['format']): Rendition => {
    const found = renditions.find((rendition) => rendition.size === size && rendition.format === format);
    if (found === undefined) throw new Error(`an image has no ${size} ${format}`);
    return found;
  };
  const jpeg = find('jpeg');
  return {
    width: jpeg.width,
    height: jpeg.height,
    jpeg: urlOf(jpeg.key),
    webp: urlOf(find('webp').key),
  };
}
