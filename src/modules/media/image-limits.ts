import { type Message, t } from '../../platform/errors/sentence.ts';
/**
 * Limits that are checked before an image is decoded; they bound memory and time. AVIF takes up to 85 ms of processor
 * time per megapixel, even for a file of a kilobyte; the other formats take at most 33.
 */
export const IMAGE_LIMITS = {
  pixelsMax: 40_000_000,
  avifPixelsMax: 16_000_000,
  sideMax: 12_000,
  sideMin: 16,
} as const;

/** Reason why a file is rejected as an image. */
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

export function refusalSentence(refusal: ImageRefusal, name: string): Message {
  switch (refusal) {
    case 'unreadable':
      return t('{name} is damaged or cut off and cannot be read', { name });
    case 'format':
      return t('{name} is not a JPEG, PNG, WebP or AVIF image', { name });
    case 'too_many_pixels':
      return t('{name} has more than {max} megapixels', { name, max: IMAGE_LIMITS.pixelsMax / MEGA });
    case 'too_many_avif_pixels':
      return t(
        '{name} has more than {max} megapixels, the maximum for AVIF; send a smaller image or a JPEG',
        {
          name,
          max: IMAGE_LIMITS.avifPixelsMax / MEGA,
        },
      );
    case 'side_too_long':
      return t('{name} has a side of more than {max} pixels', { name, max: IMAGE_LIMITS.sideMax });
    case 'too_small':
      return t('{name} has a side of less than {min} pixels', { name, min: IMAGE_LIMITS.sideMin });
    case 'animated':
      return t('{name} has more than one frame; send a still image', { name });
    case 'too_slow':
      return t('{name} takes too long to read', { name });
  }
}

export interface ImageHeader {
  readonly format: string;
  /** Codec of HEIF containers: only AV1 is AVIF. */
  readonly compression: string | undefined;
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** Accepts any small size, and the first frame of an animation. */
  readonly isLenient: boolean;
}

const FORMATS: ReadonlySet<string> = new Set(['jpeg', 'png', 'webp', 'heif']);

/** Checks the header alone; null if the image may be decoded. */
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
