import { hash } from 'node:crypto';
import type { RowDraft } from './presets/draft.ts';

/** The same digest means that the row equals the one that was last written. */
export function rowHash(draft: RowDraft): Buffer {
  const { body, state, imageUrls, pictureNames } = draft;
  return hash('sha256', JSON.stringify([body, state, imageUrls, pictureNames]), 'buffer');
}
