/** Forms with files: the page streams them to the API, and parses only the text input. */
import { PassThrough, type Readable } from 'node:stream';

const TYPED_BYTES_MAX = 64 * 1024;
/** A field for files that was left empty sends one without a name. */
const NAMED_FILE = /filename="[^"]/;

export interface FormUpload {
  readonly contentType: string;
  readonly length: string | undefined;
  readonly body: Readable;
}

/** Keeps the first bytes of a form as it streams through, so that a rejected form can be shown again with its input. */
export function withTyped(upload: FormUpload): {
  readonly upload: FormUpload;
  /** Called when no other code reads the form any more. */
  readonly typed: () => Promise<URLSearchParams>;
  /** Number of bytes read. */
  readonly hasFiles: () => boolean;
} {
  const first: Buffer[] = [];
  let length = 0;
  const body = new PassThrough();
  const arrived = new Promise<void>((resolve) => {
    upload.body.on('data', (chunk: Buffer) => {
      if (length >= TYPED_BYTES_MAX) return;
      first.push(chunk);
      length += chunk.length;
      if (length >= TYPED_BYTES_MAX) resolve();
    });
    upload.body.once('close', resolve).once('end', resolve);
  });
  upload.body.on('error', (error) => body.destroy(error));
  // A form can be cut off before it is read.
  body.on('error', () => undefined);
  upload.body.pipe(body);
  return {
    upload: { ...upload, body },
    typed: async () => {
      // An error can occur before the first byte was requested.
      upload.body.unpipe(body);
      upload.body.resume();
      await arrived;
      return readTyped(Buffer.concat(first), upload.contentType);
    },
    hasFiles: () => NAMED_FILE.test(Buffer.concat(first).toString('latin1')),
  };
}

/** Returns the text fields before the first file. In the forms of the storefront, files come last. */
async function readTyped(bytes: Buffer, contentType: string): Promise<URLSearchParams> {
  const texts = new URLSearchParams();
  const [, quoted, plain] = /boundary=(?:"([^"]{1,70})"|([^\s;]{1,70}))/i.exec(contentType) ?? [];
  const mark = `--${quoted ?? plain ?? ''}`;
  const file = bytes.indexOf('filename=');
  const end = bytes.lastIndexOf(mark, file === -1 ? bytes.length : file);
  if (end <= 0) return texts;
  const whole = Buffer.concat([bytes.subarray(0, end), Buffer.from(`${mark}--\r\n`)]);
  const form = await new Response(whole, { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => null);
  for (const [name, value] of form ?? []) if (typeof value === 'string') texts.append(name, value);
  return texts;
}
