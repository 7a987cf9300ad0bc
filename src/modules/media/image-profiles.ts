export type ImageFormat = 'jpeg' | 'webp' | 'png';

/** The variants made of a picture: each size in each format, fitted into a square of that side, never enlarged. */
export interface ImageProfile {
  /** Largest first: the smaller ones are made from it. */
  readonly sizes: readonly { readonly name: string; readonly side: number }[];
  readonly formats: readonly ImageFormat[];
  /** The background for transparent pixels; null keeps them transparent. */
  readonly background: string | null;
  /** Takes pictures of any small size, and of an animation the first frame. */
  readonly isLenient?: boolean;
}

/** Cards in lists, pages on phones, full screens. JPEG beside WebP for mail programs and portals that take nothing else. */
export const PHOTO_SIZES = ['large', 'medium', 'thumbnail'] as const;

/** Re-encoded in its own format; no screen shows more than 4096 pixels. */
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
