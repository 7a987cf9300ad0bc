const YES = new Set(['1', 'true', 'yes', 'y', 'ja', 'j', 'wahr', 'x', 'oui', 'si', 't', 'on']);
const NO = new Set(['0', 'false', 'no', 'n', 'nein', 'falsch', 'non', 'f', 'off', '-']);

export function readBoolean(text: string): boolean | null {
  const key = text.trim().toLowerCase();
  if (YES.has(key)) return true;
  return NO.has(key) ? false : null;
}
