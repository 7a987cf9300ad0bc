import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../actor.ts';
import { AppError, invalidField } from '../../errors/app-error.ts';
import { systemErrorCode } from '../../errors/system-error.ts';
import { newUlid } from '../../ids.ts';
import { FILE_TYPE_NAMES, type FileType, sniffFileType } from './file-types.ts';
import { entryOf } from '@fifthwheel/text/entry-of';
import { t } from '../../errors/sentence.ts';

export interface UploadRules {
  /** For the document, because handlers report missing files: at least one file, or none if the field `or` is present. */
  readonly needed?: 'always' | { readonly or: string };
  /** Names of the form fields that carry files; `documents` also takes `documents[]`. */
  readonly fields: readonly string[];
  /** The one of `fields` that clients know from when only one file was taken; documented as a single file. */
  readonly single?: string;
  readonly filesMax: number;
  readonly fileBytesMax: number;
  /** Limit for the actor, at most `fileBytesMax`, which the document states. */
  readonly fileBytesMaxOf?: (actor: Actor) => Promise<number>;
  /** The file types allowed, recognised by their bytes; null leaves the check to the handler. */
  readonly types: readonly FileType[] | null;
}

export interface UploadedFile {
  readonly field: string;
  /** The client's name for it, for display only; never used in a path. */
  readonly filename: string;
  readonly type: FileType | null;
  readonly bytes: number;
  readonly sha256: string;
  /** A temporary file that is removed once the response is sent. */
  readonly path: string;
}

const FIELD_BYTES_MAX = 64 * 1024;
const PARTS_MAX = 50;
const SNIFF_BYTES = 4100;
const FILENAME_MAX = 200;

/**
 * Reads a multipart form to its end: texts into fields, files into temporary files below `directory`. Calls `onBegin`
 * in the tick in which the parser starts to read the request.
 */
export async function readMultipart(
  request: FastifyRequest,
  rules: UploadRules,
  { directory, onBegin }: { readonly directory: string; readonly onBegin: () => void },
): Promise<{ fields: Record<string, unknown>; files: UploadedFile[] }> {
  const fields: Record<string, unknown> = {};
  const files: UploadedFile[] = [];
  const written: string[] = [];
  await mkdir(directory, { recursive: true });
  try {
    const parts = request.parts({
      limits: {
        fileSize: rules.fileBytesMax,
        files: rules.filesMax,
        fields: PARTS_MAX,
        parts: PARTS_MAX,
        fieldSize: FIELD_BYTES_MAX,
      },
    });
    onBegin();
    for await (const part of parts) {
      if (part.type === 'field') {
        if (part.valueTruncated)
          throw new AppError(
            'PAYLOAD_TOO_LARGE',
            t('The form field {name} is too large.', { name: part.fieldname }),
          );
        if (part.fieldnameTruncated)
          throw new AppError('BAD_REQUEST', 'A form field has a name of more than 100 bytes.');
        // Browsers send an empty text for a file input that a script took away.
        if (rules.fields.includes(bareName(part.fieldname)) && part.value !== '')
          throw invalidField(bareName(part.fieldname), t('must be a file, not text'));
        addField(fields, part.fieldname, part.value);
        continue;
      }
      const field = bareName(part.fieldname);
      if (!rules.fields.includes(field)) {
        throw new AppError(
          'BAD_REQUEST',
          t('No file is expected in the form field "{name}".', { name: part.fieldname.slice(0, 64) }),
        );
      }
      const file = path.join(directory, newUlid());
      written.push(file);
      const hash = createHash('sha256');
      part.file.on('data', (chunk: Buffer) => hash.update(chunk));
      await pipeline(part.file, createWriteStream(file, { mode: 0o600 }));
      if (part.file.truncated) {
        throw new AppError(
          'PAYLOAD_TOO_LARGE',
          t('{name} is larger than {max} MB.', {
            name: cleanFilename(part.filename),
            max: rules.fileBytesMax / 1024 / 1024,
          }),
        );
      }
      // Browsers send this for a file input in which nothing was chosen.
      if (part.file.bytesRead === 0 && (part.filename ?? '') === '') {
        await rm(file, { force: true });
        continue;
      }
      files.push({
        field,
        filename: cleanFilename(part.filename),
        type: null,
        bytes: part.file.bytesRead,
        sha256: hash.digest('hex'),
        path: file,
      });
    }
    return { fields, files: await Promise.all(files.map((file) => withType(file, rules))) };
  } catch (error) {
    await removePaths(written);
    throw asRefusal(error, rules);
  }
}

export function removeUploads(files: readonly UploadedFile[]): Promise<void> {
  return removePaths(files.map((file) => file.path));
}

async function removePaths(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((file) => rm(file, { force: true })));
}

async function withType(file: UploadedFile, rules: UploadRules): Promise<UploadedFile> {
  const handle = await open(file.path);
  try {
    const head = Buffer.alloc(SNIFF_BYTES);
    const { bytesRead } = await handle.read(head, 0, SNIFF_BYTES, 0);
    const type = sniffFileType(head.subarray(0, bytesRead));
    if (rules.types !== null && (type === null || !rules.types.includes(type))) {
      throw new AppError(
        'UNSUPPORTED_MEDIA_TYPE',
        t('{name} is not a file of an accepted type: {types}.', {
          name: file.filename,
          types: namesOf(rules.types),
        }),
      );
    }
    return { ...file, type };
  } finally {
    await handle.close();
  }
}

/** Names formats for users, who do not know media types. */
function namesOf(types: readonly FileType[]): string {
  return types.map((type) => FILE_TYPE_NAMES[type]).join(', ');
}

/** `documents` and `documents[]` are the same field. */
function bareName(name: string): string {
  return name.replace(/\[\]$/, '');
}

function addField(fields: Record<string, unknown>, name: string, value: unknown): void {
  const key = bareName(name);
  if (/(?:^|\[)(?:__proto__|constructor)(?:\]|$)/.test(key))
    throw new AppError('BAD_REQUEST', 'A form field has a name that is not allowed.');
  const existing = entryOf(fields, key);
  if (name.endsWith('[]') || existing !== undefined) {
    fields[key] =
      existing === undefined
        ? [value]
        : [...(Array.isArray(existing) ? (existing as unknown[]) : [existing]), value];
  } else fields[key] = value;
}

function cleanFilename(name: string | undefined): string {
  // Control characters and right-to-left overrides would let a name look like another one
  const clean = (name ?? '')
    .replaceAll(/[\p{C}\u202a-\u202e\u2066-\u2069]/gu, '')
    .replaceAll(/[/\\]/g, '_')
    .trim();
  return clean === '' ? 'file' : clean.slice(-FILENAME_MAX);
}

function asRefusal(error: unknown, rules: UploadRules): unknown {
  const code = systemErrorCode(error);
  if (code === 'FST_FILES_LIMIT')
    return new AppError(
      'PAYLOAD_TOO_LARGE',
      t('At most {max} files can be sent in one request.', { max: rules.filesMax }),
    );
  if (code === 'FST_PARTS_LIMIT' || code === 'FST_FIELDS_LIMIT')
    return new AppError('PAYLOAD_TOO_LARGE', `A form has at most ${PARTS_MAX} fields.`);
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    return new AppError(
      'PAYLOAD_TOO_LARGE',
      t('A file is larger than {max} MB.', { max: rules.fileBytesMax / 1024 / 1024 }),
    );
  }
  if (error instanceof AppError || isSystemError(error)) return error;
  return new AppError('BAD_REQUEST', t('The multipart form is malformed or was cut off.'), { cause: error });
}

function isSystemError(error: unknown): boolean {
  return typeof (error as { errno?: unknown }).errno === 'number';
}
