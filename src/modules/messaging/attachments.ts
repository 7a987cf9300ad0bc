import type { Readable } from 'node:stream';
import type { Config } from '../../config/config.ts';
import { accountOf, type UserActor } from '../../platform/actor.ts';
import { type Clock, addMs, MINUTE_MS, SECOND_MS, secondsToMidnight } from '../../platform/clock.ts';
import type { Keys } from '../../platform/crypto/keys.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Transaction } from '../../platform/db/transaction.ts';
import { AppError, notFound } from '../../platform/errors/app-error.ts';
import { rateLimited } from '../../platform/errors/rate-limited.ts';
import type { UploadedFile, UploadRules } from '../../platform/http/uploads/uploads.ts';
import { isId, newId } from '../../platform/ids.ts';
import type { JobDefinition } from '../../platform/jobs/job.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { Charge, StoredFiles } from '../../platform/storage/stored-files.ts';
import type { Settings } from '../settings/index.ts';
import type { RenderAttachment } from '../media/index.ts';
import {
  ATTACHMENT_TYPES,
  attachmentName,
  type AttachmentType,
  cleanContent,
  contentDisposition,
  isAttachmentType,
} from './attachment-content.ts';
import { ATTACHMENT_FOLDER, findAttachment } from './attachments.repository.ts';
import { t } from '../../platform/errors/sentence.ts';

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

/** Files of messages: private, reached by links that expire. */
export class Attachments {
  readonly #parts: {
    db: Database;
    clock: Clock;
    keys: Keys;
    storage: Storage;
    files: StoredFiles;
    settings: Settings;
    jobs: JobQueue;
    config: Config;
    renderAttachment: RenderAttachment;
  };

  constructor(parts: {
    db: Database;
    clock: Clock;
    keys: Keys;
    storage: Storage;
    files: StoredFiles;
    settings: Settings;
    jobs: JobQueue;
    config: Config;
    renderAttachment: RenderAttachment;
  }) {
    this.#parts = parts;
  }

  /** Writes all files of a message or none. They stay if the transaction of the message claims them. */
  async store(
    actor: Pick<UserActor, 'userId' | 'seller'>,
    uploads: readonly UploadedFile[],
  ): Promise<readonly StoredAttachment[]> {
    const { clock, files, settings } = this.#parts;
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
    const content = await cleanContent(accountOf(actor), { ...upload, type }, this.#parts.renderAttachment);
    return {
      content,
      filename: attachmentName(upload.filename, type),
      contentType: type,
      bytes: Buffer.isBuffer(content) ? content.length : upload.bytes,
    };
  }

  claim(trx: Transaction, attachments: readonly StoredAttachment[]): Promise<void> {
    return this.#parts.files.claim(trx, keysOf(attachments));
  }

  /** Removes the files of a message that was not sent. */
  discard(attachments: readonly StoredAttachment[]): Promise<void> {
    return this.#parts.files.discard(keysOf(attachments));
  }

  #budgetSpent(): AppError {
    const megabytes = this.#parts.settings.get('messaging.attachmentMegabytesPerDay');
    return rateLimited(t('You can send {max} MB of attachments per day.', { max: megabytes }), {
      limit: megabytes,
      waitSeconds: secondsToMidnight(this.#parts.clock.now()),
    });
  }

  /** Removes files once the transaction that deleted their messages has committed. */
  async discardAfter(trx: Transaction, storageKeys: readonly string[]): Promise<void> {
    if (storageKeys.length > 0)
      await this.#parts.jobs.enqueue(trx, this.discardJob, { storageKeys: [...storageKeys] });
  }

  readonly discardJob: JobDefinition<{ storageKeys: string[] }> = {
    name: 'messaging.discard-attachments',
    lane: 'whenever',
    run: ({ storageKeys }) => this.#parts.files.retire(storageKeys),
  };

  /** A signed URL that opens the file for anyone who has it, for a limited time. */
  linkTo(attachmentId: string): string {
    const { config, clock, keys } = this.#parts;
    const expires = Math.ceil(addMs(clock.now(), LINK_MS).getTime() / SECOND_MS);
    const signature = keys.sign(LINK_PURPOSE, `${attachmentId}.${expires}`);
    return `${config.baseUrl}/api/messages/attachments/${attachmentId}?expires=${expires}&signature=${signature}`;
  }

  async open(
    attachmentId: string,
    link: { expires: number; signature: string },
  ): Promise<{ contentType: string; stream: Readable; headers: Record<string, string> }> {
    const { db, clock, keys, storage } = this.#parts;
    const isSigned = keys.verify(LINK_PURPOSE, `${attachmentId}.${link.expires}`, link.signature);
    if (!isSigned || !isId('att', attachmentId)) throw notFound('attachment');
    if (link.expires * SECOND_MS < clock.now().getTime())
      throw new AppError('FORBIDDEN', t('This link has expired. Read the message again for a new one.'));
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
