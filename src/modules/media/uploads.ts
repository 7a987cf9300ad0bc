import type { UploadRules } from '../../platform/http/uploads/uploads.ts';

const IMAGE_BYTES_MAX = 10 * 1024 * 1024;
const IMAGES_PER_REQUEST_MAX = 10;

const rules = {
  needed: 'always',
  fileBytesMax: IMAGE_BYTES_MAX,
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
} as const;

/** Accepts several images, under the common field names, each with or without `[]`. */
export const IMAGE_UPLOAD: UploadRules = {
  ...rules,
  fields: ['images', 'image', 'files', 'file'],
  filesMax: IMAGES_PER_REQUEST_MAX,
};

export const LOGO_UPLOAD: UploadRules = { ...rules, fields: ['logo', 'image', 'file'], filesMax: 1 };
