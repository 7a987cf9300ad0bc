/** Recognized file types and their common names. */
export const FILE_TYPE_NAMES = {
  'image/jpeg': 'JPEG',
  'image/png': 'PNG',
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
  'application/pdf': 'PDF',
  'application/zip': 'ZIP',
} as const;
export type FileType = keyof typeof FILE_TYPE_NAMES;

/** Detects the type of a file by its first bytes, whatever its name. */
export function sniffFileType(head: Buffer): FileType | null {
  if (startsWith(head, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 12) === 'WEBP') return 'image/webp';
  if (ascii(head, 4, 8) === 'ftyp' && isAvifBrand(head)) return 'image/avif';
  if (ascii(head, 0, 5) === '%PDF-') return 'application/pdf';
  if (startsWith(head, [0x50, 0x4b, 0x03, 0x04])) return 'application/zip';
  return null;
}

function isAvifBrand(head: Buffer): boolean {
  const brands = [ascii(head, 8, 12)];
  const boxEnd = Math.min(head.length, head.length >= 4 ? head.readUInt32BE(0) : 0);
  for (let offset = 16; offset + 4 <= boxEnd; offset += 4) brands.push(ascii(head, offset, offset + 4));
  return brands.includes('avif');
}

function startsWith(head: Buffer, bytes: readonly number[]): boolean {
  return head.length >= bytes.length && bytes.every((byte, i) => head[i] === byte);
}

function ascii(head: Buffer, from: number, to: number): string {
  return head.toString('latin1', from, to);
}
