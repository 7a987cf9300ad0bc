import { AppError } from '../../errors/app-error.ts';
import { t } from '../../errors/sentence.ts';

/** A resource that clients change conditionally. */
export interface Versioned {
  readonly version: number;
  /** The version of the last edit where the server itself has written later ones. */
  readonly edited_version?: number | null;
}

/** Returns the entity tag of a versioned resource. The tag of a listing's public view starts with the same number. */
export function versionTag(version: number): string {
  return `"v${version}"`;
}

const TAGS = /(W\/)?"([^"]*)"/g;
const OWN_TAG = /^v(\d+)(?:-|$)/;

/** Throws unless If-Match names a version since the last edit. Weak tags never match (RFC 9110, section 13.1.1). */
export function assertMatches(resource: Versioned, ifMatch: string | null, what = 'listing'): void {
  if (ifMatch === null || ifMatch.trim() === '*') return;
  const tags = [...ifMatch.matchAll(TAGS)].map(([text, weak, opaque = '']) => ({
    text,
    isWeak: weak !== undefined,
    isCurrent: isUnedited(resource, Number(OWN_TAG.exec(opaque)?.[1])),
  }));
  if (tags.some(({ isWeak, isCurrent }) => isCurrent && !isWeak)) return;
  const weak = tags.find(({ isCurrent }) => isCurrent);
  if (weak === undefined) throw conflict(resource, what);
  throw new AppError(
    'VERSION_CONFLICT',
    `If-Match compares strong entity tags only, and ${weak.text} is weak. Send ${weak.text.slice('W/'.length)}.`,
  );
}

/** Throws when there have been edits since that version. */
export function assertUnedited(resource: Versioned, version: number, what = 'listing'): void {
  if (!isUnedited(resource, version)) throw conflict(resource, what);
}

function isUnedited({ version, edited_version: edited }: Versioned, named: number): boolean {
  return named <= version && named >= (edited ?? version);
}

function conflict({ version }: Versioned, what: string): AppError {
  return new AppError(
    'VERSION_CONFLICT',
    t('The {what} is at version {version}; read it again before you change it.', { what, version }),
  );
}
