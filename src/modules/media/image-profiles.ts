export type ImageFormat = 'jpeg' | 'webp' | 'png';

/** Variants of an image: each size in each format, fitted into a square of that side, never enlarged. */
export interface ImageProfile {
  /** Largest first: the others are derived from it. */
  readonly sizes: readonly { readonly name: string; readonly side: number }[];
  readonly formats: readonly ImageFormat[];
  /** Background of transparent pixels; null keeps them transparent. */
  readonly background: string | null;
  /** Accepts any small size, and the first frame of an animation. */
  readonly isLenient?: boolean;
}

/** Full screens, pages on phones, cards in lists. Email clients and portals without WebP get JPEG. */
export const PHOTO_SIZES = ['large', 'medium', 'thumbnail'] as const;

/** Re-encoded in the same format; no screen shows more than 4096 pixels. */
const attachment = <const Format extends ImageFormat>(format: Format) =>
  ({
    sizes: [{ name: 'attachment', side: 4096 }],
    formats: [format],
    background: null,
    isLenient: true,
  }) as const;

export const IMAGE_PROFILES = {
  photo: {
    sizes: [
      { name: 'large', side: 1920 },
      { name: 'medium', side: 960 },
      { name: 'thumbnail', side: 400 },
    ],
    formats: ['jpeg', 'webp'],
    background: '#ffffff',
  },
  attachmentJpeg: attachment('jpeg'),
  attachmentPng: attachment('png'),
  attachmentWebp: attachment('webp'),
  logo: { sizes: [{ name: 'logo', side: 512 }], formats: ['webp'], background: null },
  avatar: { sizes: [{ name: 'avatar', side: 256 }], formats: ['webp'], background: null },
} as const satisfies Record<string, ImageProfile>;

export type ImageProfileName = keyof typeof IMAGE_PROFILES;
