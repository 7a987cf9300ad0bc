/**
 * What a picture may be before anything of it is decoded: memory and time of decoding follow from these. AVIF takes up to
 * 85 ms of processor time for a megapixel, even of a file of a kilobyte; the other formats take at most 33.
 */
export const IMAGE_LIMITS = {
  pixelsMax: 40_000_000,
  avifPixelsMax: 16_000_000,
  sideMax: 12_000,
  sideMin: 16,
} as const;

/** Why a file is refused as a picture. */
export type ImageRefusal =
  | 'unreadable'
  | 'format'
  | 'too_many_pixels'
  | 'too_many_avif_pixels'
  | 'side_too_long'
  | 'too_small'
  | 'animated'
  | 'too_slow';

const MEGA = 1_000_000;

/** The sentence after the name of the file. */
export const REFUSAL_WORDS: Readonly<Record<ImageRefusal, string>> = {
  unreadable: 'is damaged or cut off and cannot be read',
  format: 'is not a JPEG, PNG, WebP or AVIF image',
  too_many_pixels: `has more than ${IMAGE_LIMITS.pixelsMax / MEGA} megapixels`,
  too_many_avif_pixels: `has more than ${IMAGE_LIMITS.avifPixelsMax / MEGA} megapixels, the most for AVIF; send a smaller one, or a JPEG`,
  side_too_long: `has a side of more than ${IMAGE_LIMITS.sideMax} pixels`,
  too_small: `has a side of less than ${IMAGE_LIMITS.sideMin} pixels`,
  animated: 'has more than one frame; a still image is needed',
  too_slow: 'takes too long to read',
};

export interface ImageHeader {
  readonly format: string;
  /** Of HEIF containers: only AV1 inside is AVIF. */
  readonly compression: string | undefined;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** Any small size will do, and of an animation its first frame. */
  readonly isLenient: boolean;
}

const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'heif']);

/** Checks the header alone; null when the picture may be decoded. */
export function refusalOf(header: ImageHeader): ImageRefusal | null {
  const isHeifOther = header.format === 'heif' && header.compression !== 'av1';
  if (!FORMATS.has(header.format) || isHeifOther) return 'format';
  if (header.frames > 1 && !header.isLenient) return 'animated';
  if (Math.max(header.width, header.height) > IMAGE_LIMITS.sideMax) return 'side_too_long';
  const pixels = header.width * header.height;
  if (pixels > IMAGE_LIMITS.pixelsMax) return 'too_many_pixels';
  if (header.format === 'heif' && pixels > IMAGE_LIMITS.avifPixelsMax) return 'too_many_avif_pixels';
  if (Math.min(header.width, header.height) < IMAGE_LIMITS.sideMin && !header.isLenient) return 'too_small';
  return null;
}
