/** What joins the parts of an address, where something follows at once. */
const JOINTS = /[.:/\\@\u3002\uFF0E]+(?=\S)/g;

/**
 * What somebody has written, for a mail to an address that nobody has confirmed. Mail programs make links of what looks like
 * an address, and a stranger would be led there in our name.
 */
export function unlinked(text: string): string {
  return text.replaceAll(JOINTS, ' ');
}
