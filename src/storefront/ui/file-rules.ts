/**
 * File types of upload fields, as in the API. `accept` of a field lists `types`, so that iPhones convert HEIC photos themselves.
 */
export interface FileRules {
  readonly types: readonly string[];
  /** The same, as text for users. */
  readonly formats: string;
  /** How many go in one request. */
  readonly filesMax: number;
}

/** The most of each file. */
export const FILE_MEGABYTES_MAX = 10;

export const PHOTO_FILES = {
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif'],
  formats: 'JPEG, PNG, WebP, AVIF',
  filesMax: 10,
} as const satisfies FileRules;

/** A logo or a portrait. */
export const PORTRAIT_FILES = { ...PHOTO_FILES, filesMax: 1 } as const satisfies FileRules;

export const ATTACHMENT_FILES = {
  types: ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'],
  formats: 'JPEG, PNG, WebP, PDF',
  filesMax: 5,
} as const satisfies FileRules;

export const DOCUMENT_FILES = {
  types: ['application/pdf', 'image/jpeg', 'image/png'],
  formats: 'PDF, JPEG, PNG',
  filesMax: 5,
} as const satisfies FileRules;
