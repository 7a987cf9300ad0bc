/** A `like` pattern for texts that contain this one, its own wildcards taken as they are written. */
export function containsPattern(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
}
