import type { Platform } from '../../platform/module.ts';
import { Service } from '../../platform/service.ts';
import type { Readable } from 'node:stream';
import { accountOf, type UserActor } from '../../platform/actor.ts';
import { addMs, MINUTE_MS, SECOND_MS, secondsToMidnight } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { AppError, forbidden, invalidField, notFound } from '../../platform/errors/app-error.ts';
import { rateLimited } from '../../platform/errors/rate-limited.ts';
import type { UploadedFile, UploadRules } from '../../platform/http/uploads/uploads.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { JobDefinition } from '../../platform/jobs/job.ts';
import type { Charge } from '../../platform/storage/stored-files.ts';
import type { Settings } from '../settings/index.ts';
import type { RenderAttachment } from '../media/index.ts';
import { ATTACHMENT_FOLDER, findAttachment } from './attachments.repository.ts';
import { t } from '../../platform/errors/sentence.ts';
import { open } from 'node:fs/promises';
import type { FileType } from '../../platform/http/uploads/file-types.ts';

/** The file types that may be attached, judged by their bytes, and the extension of each. */
const ATTACHMENT_TYPES = {
  'image/jpeg': { ending: '.jpg', others: ['.jpeg'] },
  'image/png': { ending: '.png', others: [] },
  'image/webp': { ending: '.webp', others: [] },
  'application/pdf': { ending: '.pdf', others: [] },
} as const satisfies Partial<Record<FileType, { ending: string; others: readonly string[] }>>;
type AttachmentType = keyof typeof ATTACHMENT_TYPES;

function isAttachmentType(type: string | null): type is AttachmentType {
  return type !== null && Object.hasOwn(ATTACHMENT_TYPES, type);
}

/** Returns the content to store: an image is re-encoded without its metadata; a PDF stays as it is. */
async function cleanContent(
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

const MEGABYTE = 1024 * 1024;
export const ATTACHMENTS_MAX = 5;
const ATTACHMENT_BYTES_MAX = 10 * MEGABYTE;
const LINK_MS = 15 * MINUTE_MS;
const LINK_PURPOSE = 'message-attachment';

export const ATTACHMENT_RULES: UploadRules = {
  fields: ['attachments', 'attachment'],
  single: 'attachment',
  filesMax: ATTACHMENTS_MAX,
  fileBytesMax: ATTACHMENT_BYTES_MAX,
  types: Object.keys(ATTACHMENT_TYPES) as AttachmentType[],
};

/** A stored file that no message refers to yet. */
export interface StoredAttachment {
  readonly id: string;
  readonly filename: string;
  readonly contentType: AttachmentType;
  readonly bytes: number;
  readonly storageKey: string;
}

interface AttachmentsParts extends Pick<
  Platform,
  'db' | 'clock' | 'keys' | 'storage' | 'files' | 'jobs' | 'config'
> {
  readonly settings: Settings;
  readonly renderAttachment: RenderAttachment;
}

/** Files of messages: private, reached by links that expire. */
export class Attachments extends Service<AttachmentsParts> {
  /** Writes all files of a message or none. They stay if the transaction of the message claims them. */
  async store(
    actor: Pick<UserActor, 'userId' | 'seller'>,
    uploads: readonly UploadedFile[],
  ): Promise<readonly StoredAttachment[]> {
    const { clock, files, settings } = this.parts;
    const prepared = [];
    for (const upload of uploads) prepared.push(await this.#prepare(actor, upload));
    const charge: Charge = {
      ownerId: actor.userId,
      bytes: prepared.reduce((sum, { bytes }) => sum + bytes, 0),
      bytesMax: settings.get('messaging.attachmentMegabytesPerDay') * MEGABYTE,
      refusal: () => this.#budgetSpent(),
    };
    const stored = prepared.map(({ content, ...attachment }) => {
      const id = newId('att', clock.now());
      const storageKey = `${ATTACHMENT_FOLDER.prefix}${id}`;
      return { content, attachment: { id, storageKey, ...attachment } };
    });
    await files.put(
      stored.map(({ content, attachment: { storageKey: key, contentType } }) => ({
        key,
        content,
        contentType,
      })),
      charge,
    );
    return stored.map(({ attachment }) => attachment);
  }

  async #prepare(actor: Pick<UserActor, 'userId' | 'seller'>, upload: UploadedFile) {
    const { type } = upload;
    if (!isAttachmentType(type))
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', t('This file type is not allowed for attachments.'));
    const content = await cleanContent(accountOf(actor), { ...upload, type }, this.parts.renderAttachment);
    return {
      content,
      filename: attachmentName(upload.filename, type),
      contentType: type,
      bytes: Buffer.isBuffer(content) ? content.length : upload.bytes,
    };
  }

  claim(trx: Transaction, attachments: readonly StoredAttachment[]): Promise<void> {
    return this.parts.files.claim(trx, keysOf(attachments));
  }

  /** Removes the files of a message that was not sent. */
  discard(attachments: readonly StoredAttachment[]): Promise<void> {
    return this.parts.files.discard(keysOf(attachments));
  }

  #budgetSpent(): AppError {
    const megabytes = this.parts.settings.get('messaging.attachmentMegabytesPerDay');
    return rateLimited(t('You can send {max} MB of attachments per day.', { max: megabytes }), {
      limit: megabytes,
      waitSeconds: secondsToMidnight(this.parts.clock.now()),
    });
  }

  /** Removes files once the transaction that deleted their messages has committed. */
  async discardAfter(trx: Transaction, storageKeys: readonly string[]): Promise<void> {
    if (storageKeys.length > 0)
      await this.parts.jobs.enqueue(trx, this.discardJob, { storageKeys: [...storageKeys] });
  }

  readonly discardJob: JobDefinition<{ storageKeys: string[] }> = {
    name: 'messaging.discard-attachments',
    lane: 'whenever',
    run: ({ storageKeys }) => this.parts.files.retire(storageKeys),
  };

  /** A signed URL that opens the file for anyone who has it, for a limited time. */
  linkTo(attachmentId: string): string {
    const { config, clock, keys } = this.parts;
    const expires = Math.ceil(addMs(clock.now(), LINK_MS).getTime() / SECOND_MS);
    const signature = keys.sign(LINK_PURPOSE, `${attachmentId}.${expires}`);
    return `${config.baseUrl}/api/messages/attachments/${attachmentId}?expires=${expires}&signature=${signature}`;
  }

  async open(
    attachmentId: string,
    link: { expires: number; signature: string },
  ): Promise<{ contentType: string; stream: Readable; headers: Record<string, string> }> {
    const { db, clock, keys, storage } = this.parts;
    const isSigned = keys.verify(LINK_PURPOSE, `${attachmentId}.${link.expires}`, link.signature);
    if (!isSigned || !isId('att', attachmentId)) throw notFound('attachment');
    if (link.expires * SECOND_MS < clock.now().getTime())
      throw forbidden(t('This link has expired. Read the message again for a new one.'));
    const row = await findAttachment(db, attachmentId);
    const object = row === undefined ? null : await storage.get(row.storage_key);
    if (row === undefined || object === null) throw notFound('attachment');
    const isImage = row.content_type.startsWith('image/');
    return {
      contentType: row.content_type,
      stream: object.stream,
      headers: {
        'content-length': String(object.bytes),
        'content-disposition': contentDisposition(isImage ? 'inline' : 'attachment', row.filename),
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      },
    };
  }
}

function keysOf(attachments: readonly StoredAttachment[]): string[] {
  return attachments.map(({ storageKey }) => storageKey);
}
