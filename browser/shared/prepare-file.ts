/**
 * Makes chosen images fit for the server before they are sent: photos in formats that it does not take (HEIC, BMP, TIFF)
 * and photos that are too large are decoded and encoded again as JPEG. Whether a format can be decoded depends on the
 * browser: Safari reads HEIC, others do not. Everything else stays as it is; the server has the last word.
 */
import { FILE_MEGABYTES_MAX, type FileRules } from '../../src/storefront/ui/file-rules.ts';

/** `format`: not an accepted format, and the browser cannot convert it. `size`: too large, and it cannot be made smaller. */
export type FileProblem = 'format' | 'size';

const MEGABYTE = 1024 * 1024;
const BYTES_MAX = FILE_MEGABYTES_MAX * MEGABYTE;
/** Larger files are not decoded, because their pixels could exhaust the memory of a phone. */
const DECODED_BYTES_MAX = 100 * MEGABYTE;
/** From this size on, a photo can have more pixels than the server decodes. */
const MEASURED_FROM_BYTES = 2 * MEGABYTE;
const PIXELS_MAX = 40_000_000;
const AVIF_PIXELS_MAX = 16_000_000;
const SIDE_MAX = 12_000;
/** Longest side after shrinking: the server shows no larger images, and canvases on iPhones hold no more. */
const SHRUNK_SIDE = 4096;
const QUALITIES = [0.9, 0.75, 0.5];
const JPEG = 'image/jpeg';
/** Windows knows no media type for these. */
const UNTYPED_IMAGE = /\.(?:hei[cf]|avif|webp|bmp|tiff?)$/i;

export async function prepareFile(
  file: File,
  { types }: Pick<FileRules, 'types'>,
): Promise<{ readonly file: File; readonly problem?: never } | { readonly problem: FileProblem }> {
  const isAccepted = types.includes(file.type);
  const isImage = file.type.startsWith('image/') || (file.type === '' && UNTYPED_IMAGE.test(file.name));
  const isTooLarge = file.size > BYTES_MAX;
  if (isImage && (!isAccepted || file.size >= MEASURED_FROM_BYTES) && file.size <= DECODED_BYTES_MAX) {
    const shrunk = await convert(file, isAccepted && !isTooLarge);
    if (shrunk !== null) return { file: shrunk };
  }
  if (isTooLarge) return { problem: 'size' };
  // Without a media type, only the bytes of a file show its type: the server checks them.
  if (!isAccepted && (isImage || file.type !== '')) return { problem: 'format' };
  return { file };
}

/**
 * As a JPEG, upright, of a size that the server takes; with `ifNeeded`, the file itself if it has few enough pixels. Null if the
 * browser cannot.
 */
async function convert(file: File, ifNeeded: boolean): Promise<File | null> {
  const image = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (image === null) return null;
  try {
    const { width, height } = image;
    const longest = Math.max(width, height);
    const pixelsMax = file.type === 'image/avif' ? AVIF_PIXELS_MAX : PIXELS_MAX;
    if (ifNeeded && longest <= SIDE_MAX && width * height <= pixelsMax) return file;
    const scale = Math.min(1, SHRUNK_SIDE / longest);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(width * scale));
    canvas.height = Math.max(1, Math.round(height * scale));
    const context = canvas.getContext('2d');
    if (context === null) return null;
    // JPEG has no transparency; without a background it would become black.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await encode(canvas, file);
  } finally {
    image.close();
  }
}

async function encode(canvas: HTMLCanvasElement, { name, lastModified }: File): Promise<File | null> {
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, JPEG, quality);
    });
    if (blob !== null && blob.size <= BYTES_MAX)
      return new File([blob], `${name.replace(/\.[^.]{1,5}$/, '')}.jpg`, { type: JPEG, lastModified });
  }
  return null;
}
