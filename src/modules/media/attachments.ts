import { invalidField } from '../../platform/errors/app-error.ts';
import { REFUSAL_WORDS } from './image-limits.ts';
import type { ImagePool } from './image-pool.ts';

const PROFILES = {
  'image/jpeg': 'attachmentJpeg',
  'image/png': 'attachmentPng',
  'image/webp': 'attachmentWebp',
} as const;

/** Decodes the picture that a field brought and encodes it anew in the same format, without what else its file held. */
export type RenderAttachment = (path: string, type: keyof typeof PROFILES, field: string) => Promise<Buffer>;

export function createRenderAttachment(pool: ImagePool): RenderAttachment {
  return async (path, type, field) => {
    const { image, refusal } = await pool.render(path, PROFILES[type]);
    if (refusal !== undefined) throw invalidField(field, REFUSAL_WORDS[refusal]);
    const [file] = image.files;
    if (file === undefined) throw new Error('a picture was rendered in no format');
    return file.content;
  };
}
