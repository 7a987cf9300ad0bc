/** The variants made of a picture: each size in each format, fitted into a square of that side, never enlarged. */
export interface ImageProfile {
  /** Largest first: the smaller ones are made from it. */
  readonly sizes: readonly { readonly name: string; readonly side: number }[];
  readonly formats: readonly ('jpeg' | 'webp')[];
  /** The background for transparent pixels; null keeps them transparent. */
  readonly background: string | null;
}

/** Cards in lists, pages on phones, full screens. JPEG beside WebP for mail programs and portals that take nothing else. */
export const PHOTO_SIZES = ['large', 'medium', 'thumbnail'] as const;

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
  logo: { sizes: [{ name: 'logo', side: 512 }], formats: ['webp'], background: null },
} as const satisfies Record<string, ImageProfile>;

export type ImageProfileName = keyof typeof IMAGE_PROFILES;
