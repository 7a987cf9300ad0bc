/**
 * Texts with placeholders: a name between double braces, with optional spaces around it. A name is a run of letters and
 * digits of any script, `_`, `-` and `.`. They are filled in one pass: inserted values are never scanned again.
 * The names that every object has stay text, so that no text can reach behind the map.
 */
const PLACEHOLDER = /\{\{[ \t\u00a0]{0,20}([\p{L}\p{M}\p{N}_.-]{1,100})[ \t\u00a0]{0,20}\}\}/gu;
const BRACES = /\{\{|\}\}/u;
const SHOWN_CHARACTERS = 40;

export type FilledTemplate =
  { readonly text: string } | { readonly missing: readonly [string, ...(readonly string[])] };

export function fillTemplate(content: string, variables: Readonly<Record<string, string>>): FilledTemplate {
  const values = new Map(Object.entries(variables).map(([name, value]) => [name.normalize(), value]));
  const missing = new Set<string>();
  const text = content.replaceAll(PLACEHOLDER, (placeholder, written: string) => {
    const name = written.normalize();
    if (name in Object.prototype) return placeholder;
    const value = values.get(name);
    if (value === undefined) missing.add(name);
    return value ?? placeholder;
  });
  const [first, ...others] = missing;
  return first === undefined ? { text } : { missing: [first, ...others] };
}

/** The first braces of a text that enclose no name, with what follows them; null if all do. */
export function findBrokenPlaceholder(content: string): string | null {
  // Same length as the placeholder, so that offsets in both texts match; introduces no new braces.
  const rest = content.replaceAll(PLACEHOLDER, (placeholder) => ' '.repeat(placeholder.length));
  const at = rest.search(BRACES);
  if (at === -1) return null;
  const end = content.indexOf('}}', at);
  const broken = content.slice(at, end === -1 ? undefined : end + 2);
  return firstCharacters(broken, SHOWN_CHARACTERS);
}

/** Counts Unicode code points, not UTF-16 units. */
export function characterCount(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** The beginning of a text, cut between characters. */
export function firstCharacters(text: string, countMax: number): string {
  let end = 0;
  let count = 0;
  for (const character of text) {
    if (count++ === countMax) break;
    end += character.length;
  }
  return text.slice(0, end);
}
