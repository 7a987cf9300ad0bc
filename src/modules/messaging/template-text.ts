/**
 * Texts with placeholders: `{{name}}`, a letter and then letters, digits or underscores, spaces inside the braces
 * allowed. They are filled in one pass: what a variable brings is never looked at again. Everything else in braces is
 * text, also the names that every object has, so that no text can reach behind the map.
 */
const PLACEHOLDER = /\{\{ {0,4}([A-Za-z][A-Za-z0-9_]{0,49}) {0,4}\}\}/g;

export type FilledTemplate =
  { readonly text: string } | { readonly missing: readonly [string, ...(readonly string[])] };

export function fillTemplate(content: string, variables: Readonly<Record<string, string>>): FilledTemplate {
  const missing = new Set<string>();
  const text = content.replaceAll(PLACEHOLDER, (placeholder, name: string) => {
    if (name in Object.prototype) return placeholder;
    if (Object.hasOwn(variables, name)) return variables[name] ?? '';
    missing.add(name);
    return placeholder;
  });
  const [first, ...others] = missing;
  return first === undefined ? { text } : { missing: [first, ...others] };
}

/** Counted as people count, not in UTF-16 units. */
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
