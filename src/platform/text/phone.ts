const E164 = /^\+[1-9]\d{6,14}$/;
const WRITTEN_LENGTH_MAX = 32;

/** A phone number as people write it, in E.164; null without a country code. The trunk zero in "+49 (0) 40" is not dialled. */
export function toE164(written: string): string | null {
  if (written.length > WRITTEN_LENGTH_MAX) return null;
  const digits = written.replace('(0)', '').replaceAll(/[ ()./-]/g, '');
  return E164.test(digits) ? digits : null;
}
