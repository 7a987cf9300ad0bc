/** A `like` pattern that matches texts containing this one; its own wildcards are escaped. */
export function containsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
