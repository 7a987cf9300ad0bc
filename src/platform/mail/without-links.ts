/** Separators within an address, if more text follows. */
const JOINTS = /[.:/\\@\u3002\uFF0E]+(?=\S)/g;

/**
 * Makes user text safe for an email to an unconfirmed address. Email clients turn whatever looks like an address into a
 * link, and a stranger would be led there in our name.
 */
export function withoutLinks(text: string): string {
  return text.replaceAll(JOINTS, ' ');
}
