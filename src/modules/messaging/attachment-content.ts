import { open } from 'node:fs/promises';
import { invalidField } from '../../platform/errors/app-error.ts';
import type { FileType } from '../../platform/http/uploads/file-types.ts';
import type { UploadedFile } from '../../platform/http/uploads/uploads.ts';
import type { RenderAttachment } from '../media/index.ts';
import { t } from '../../platform/errors/sentence.ts';

/** The file types that may be attached, judged by their bytes, and the extension of each. */
export const ATTACHMENT_TYPES = {
  'image/jpeg': { ending: '.jpg', others: ['.jpeg'] },
  'image/png': { ending: '.png', others: [] },
  'image/webp': { ending: '.webp', others: [] },
  'application/pdf': { ending: '.pdf', others: [] },
} as const satisfies Partial<Record<FileType, { ending: string; others: readonly string[] }>>;
export type AttachmentType = keyof typeof ATTACHMENT_TYPES;

export function isAttachmentType(type: string | null): type is AttachmentType {
  return type !== null && Object.hasOwn(ATTACHMENT_TYPES, type);
}

/** The content to store: an image is re-encoded, without anything else its file carried; a PDF stays as it is. */
export async function cleanContent(
  account: string,
  file: Pick<UploadedFile, 'field' | 'filename' | 'path'> & { readonly type: AttachmentType },
  renderAttachment: RenderAttachment,
): Promise<Buffer | { readonly file: string }> {
  const { field, filename, path, type } = file;
  if (type !== 'application/pdf') return renderAttachment(account, { field, filename, path, type });
  if (!isPlainPdf(await readTail(path, ZIP_TAIL_BYTES)))
    throw invalidField(
      field,
      t('{name} is not a complete PDF, or is also a file of another type', { name: filename }),
    );
  return { file: path };
}

const PDF_END = Buffer.from('%%EOF');
const ZIP_END = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
/** Readers look for the end of a PDF in its last kilobyte, and for the directory of a ZIP in its last 64. */
const PDF_TAIL_BYTES = 1024;
const ZIP_TAIL_BYTES = 65_557;

/** A file that is also an archive would be served as one thing and opened as another. */
function isPlainPdf(tail: Buffer): boolean {
  return tail.subarray(-PDF_TAIL_BYTES).includes(PDF_END) && !tail.includes(ZIP_END);
}

/** The last bytes of a file, at most `bytesMax`. */
async function readTail(path: string, bytesMax: number): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { size } = await handle.stat();
    const tail = Buffer.alloc(Math.min(size, bytesMax));
    const { bytesRead } = await handle.read(tail, 0, tail.length, size - tail.length);
    return tail.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** A file name whose extension matches the bytes. */
export function attachmentName(filename: string, type: AttachmentType): string {
  const { ending, others } = ATTACHMENT_TYPES[type];
  const lower = filename.toLowerCase();
  if ([ending, ...others].some((right) => lower.endsWith(right))) return filename;
  return `${filename.replace(/\.[A-Za-z0-9]{1,5}$/, '')}${ending}`;
}

/** RFC 6266: a plain name for old clients, the real one in UTF-8. */
export function contentDisposition(kind: 'inline' | 'attachment', filename: string): string {
  const plain = filename.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const full = encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${full}`;
}
