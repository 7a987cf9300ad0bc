/** Placeholders of templates, `{{name}}`, by the same pattern as on the server. */
const PLACEHOLDER = /\{\{[ \t\u00a0]{0,20}([\p{L}\p{M}\p{N}_.-]{1,100})[ \t\u00a0]{0,20}\}\}/gu;

export function namesIn(content: string): readonly string[] {
  return [...new Set([...content.matchAll(PLACEHOLDER)].map((match) => (match[1] ?? '').normalize()))];
}

/** Keeps placeholders without a value. */
export function fill(content: string, values: Readonly<Record<string, string>>): string {
  return content.replaceAll(PLACEHOLDER, (whole, written: string) => {
    const name = written.normalize();
    return Object.hasOwn(values, name) ? (values[name] ?? whole) : whole;
  });
}
