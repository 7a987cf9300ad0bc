import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { S3Config } from '../../config/config.ts';
import { SECOND_MS } from '../clock.ts';
import { unavailable } from '../errors/app-error.ts';
import { TimeoutError } from '../with-timeout.ts';
import type * as S3Library from './aws-s3.bundled.ts';
import { assertStorageKey, isStorageKey, type Storage } from './storage.ts';
import { t } from '../errors/sentence.ts';

interface Connection {
  readonly s3: typeof S3Library;
  readonly client: S3Library.S3Client;
}

const ATTEMPTS_MAX = 3;
const CONNECT_TIMEOUT_MS = 3 * SECOND_MS;
/** Timeout of a response, or of a download until its first byte, for each attempt. */
const ANSWER_MS = 5 * SECOND_MS;
/** Minimum upload speed, for the timeout of large files. */
const UPLOAD_BYTES_PER_MS = 4 * 1024;
/** Longest silence in the middle of a download, which may be the client's. */
const SILENCE_TIMEOUT_MS = 15 * SECOND_MS;
const RETRY_AFTER_SECONDS = 5;

/** Options common to all commands of the client. */
interface Sending {
  readonly abortSignal: AbortSignal;
}

async function withDeadline<T>(send: (options: Sending) => Promise<T>, withinMs = ANSWER_MS): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), withinMs);
  try {
    return await send({ abortSignal: controller.signal });
  } catch (error) {
    throw controller.signal.aborted ? new TimeoutError(withinMs) : error;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Objects in a bucket, addressed by path (`<endpoint>/<bucket>/<key>`), which every S3 server understands. Throws
 * SERVICE_UNAVAILABLE if the server is unreachable, does not respond or rejects the request.
 */
export function s3Storage(config: S3Config): Storage {
  const Bucket = config.bucket;
  let opening: Promise<Connection> | null = null;
  // Loading the library takes 200 ms, so it is deferred to the first file.
  const open = (): Promise<Connection> => (opening ??= connect(config));
  return {
    async put(key, content, contentType) {
      assertStorageKey(key);
      const { s3, client } = await open();
      const bytes = Buffer.isBuffer(content) ? content.length : (await stat(content.file)).size;
      const Body = Buffer.isBuffer(content) ? content : createReadStream(content.file);
      const command = new s3.PutObjectCommand({
        Bucket,
        Key: key,
        Body,
        ContentLength: bytes,
        ContentType: contentType,
      });
      try {
        await withDeadline(
          (options) => client.send(command, options),
          Math.max(ANSWER_MS, bytes / UPLOAD_BYTES_PER_MS),
        );
      } catch (error) {
        storageAway(error);
      } finally {
        if (!Buffer.isBuffer(Body)) Body.destroy();
      }
    },
    async get(key) {
      assertStorageKey(key);
      const { s3, client } = await open();
      try {
        const command = new s3.GetObjectCommand({ Bucket, Key: key });
        const { Body, ContentLength } = await withDeadline((options) => client.send(command, options));
        if (!(Body instanceof Readable) || ContentLength === undefined) {
          throw new Error('the object has no body or no length');
        }
        return { stream: Body, bytes: ContentLength };
      } catch (error) {
        return isMissing(error) ? null : storageAway(error);
      }
    },
    async remove(key) {
      assertStorageKey(key);
      const { s3, client } = await open();
      const command = new s3.DeleteObjectCommand({ Bucket, Key: key });
      await withDeadline((options) => client.send(command, options)).catch((error: unknown) => {
        if (!isMissing(error)) storageAway(error);
      });
    },
    async move(key, to) {
      assertStorageKey(key);
      assertStorageKey(to);
      const { s3, client } = await open();
      const copy = new s3.CopyObjectCommand({ Bucket, Key: to, CopySource: `${Bucket}/${key}` });
      try {
        await withDeadline((options) => client.send(copy, options));
      } catch (error) {
        if (isMissing(error)) return;
        storageAway(error);
      }
      await this.remove(key);
    },
    async *list(prefix) {
      const { s3, client } = await open();
      let from: string | undefined;
      do {
        const command = new s3.ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken: from });
        const page = await withDeadline((options) => client.send(command, options)).catch(storageAway);
        for (const { Key: key } of page.Contents ?? []) if (key !== undefined && isStorageKey(key)) yield key;
        from = page.IsTruncated === true ? page.NextContinuationToken : undefined;
      } while (from !== undefined);
    },
    async check() {
      const { s3, client } = await open();
      const command = new s3.ListObjectsV2Command({ Bucket, MaxKeys: 1 });
      await withDeadline((options) => client.send(command, options)).catch(storageAway);
    },
  };
}

async function connect(config: S3Config): Promise<Connection> {
  const s3 = await import('./aws-s3.bundled.ts');
  const client = new s3.S3Client({
    endpoint: config.endpoint,
    region: config.region,
    forcePathStyle: true,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    maxAttempts: ATTEMPTS_MAX,
    // Many S3 servers do not know the newer checksum headers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: SILENCE_TIMEOUT_MS },
  });
  return { s3, client };
}

function isMissing(error: unknown): boolean {
  const { name, $metadata } = error as { name?: unknown; $metadata?: { httpStatusCode?: number } };
  return (
    name === 'NoSuchKey' ||
    name === 'NotFound' ||
    (name !== 'NoSuchBucket' && $metadata?.httpStatusCode === 404)
  );
}

function storageAway(error: unknown): never {
  throw unavailable(
    t('The file storage is unavailable. Try again in a few seconds.'),
    RETRY_AFTER_SECONDS,
    error,
  );
}
