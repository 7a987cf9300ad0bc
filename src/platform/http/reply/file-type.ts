const BYTES = 'application/octet-stream';

/**
 * The types that a response which is declared as one of them can have. Files that are neither text nor JSON are also sent as plain
 * bytes, the one type for files that every generator of clients knows.
 */
export function fileTypes(declared: string): readonly string[] {
  return /^text\/|^application\/json/.test(declared) ? [declared] : [declared, BYTES];
}

/** The type to send a file as: plain bytes if `Accept` names these, and neither the type nor a range that holds it. */
export function fileTypeFor(declared: string, accept: string | undefined): string {
  if (accept === undefined || !fileTypes(declared).includes(BYTES)) return declared;
  const [type = ''] = declared.split(';');
  const accepted = accept.split(',').map((range) => range.split(';')[0]?.trim().toLowerCase());
  const isAccepted = [type, `${type.split('/')[0] ?? ''}/*`, '*/*'].some((range) => accepted.includes(range));
  return !isAccepted && accepted.includes(BYTES) ? BYTES : declared;
}
