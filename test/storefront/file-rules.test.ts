import { expect, it } from 'vitest';
import { AVATAR_UPLOAD } from '../../src/modules/auth/account/avatars.ts';
import { DOCUMENT_RULES } from '../../src/modules/auth/registration/seller-documents.ts';
import { IMAGE_UPLOAD, LOGO_UPLOAD } from '../../src/modules/media/uploads.ts';
import { ATTACHMENT_RULES } from '../../src/modules/messaging/attachments.ts';
import { FILE_TYPE_NAMES } from '../../src/platform/http/uploads/file-types.ts';
import {
  ATTACHMENT_FILES,
  DOCUMENT_FILES,
  FILE_MEGABYTES_MAX,
  PHOTO_FILES,
  PORTRAIT_FILES,
} from '../../src/storefront/ui/file-rules.ts';

it.each([
  ['photos', PHOTO_FILES, IMAGE_UPLOAD],
  ['logos', PORTRAIT_FILES, LOGO_UPLOAD],
  ['portraits', PORTRAIT_FILES, AVATAR_UPLOAD],
  ['attachments', ATTACHMENT_FILES, ATTACHMENT_RULES],
  ['documents', DOCUMENT_FILES, DOCUMENT_RULES],
])('fields for %s accept what the API accepts', (_what, field, api) => {
  expect(field.types).toEqual(api.types);
  expect(field.formats).toBe(api.types?.map((type) => FILE_TYPE_NAMES[type]).join(', '));
  expect(field.filesMax).toBe(api.filesMax);
  expect(FILE_MEGABYTES_MAX * 1024 * 1024).toBe(api.fileBytesMax);
});
