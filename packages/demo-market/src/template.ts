/**
 * A sentence with `{name}` gaps, parsed once, because a few hundred sentences make hundreds of thousands of
 * texts.
 */
interface Template {
  readonly head: string;
  /** Each gap and the text after it. `spaced`: the space before the gap disappears with an empty fact. */
  readonly gaps: readonly { readonly name: string; readonly spaced: boolean; readonly after: string }[];
}

/** Null if the listing does not have the fact; empty if the sentence works without it. */
export type Facts = Readonly<Record<string, string | null>>;

const templates = new Map<string, Template>();

function templateOf(sentence: string): Template {
  let template = templates.get(sentence);
  if (template === undefined) {
    const parts = sentence.split(/( ?\{\w+\})/);
    const gaps = [];
    for (let index = 1; index < parts.length; index += 2) {
      const gap = parts[index] ?? '';
      gaps.push({
        name: gap.replace(/[ {}]/g, ''),
        spaced: gap.startsWith(' '),
        after: parts[index + 1] ?? '',
      });
    }
    template = { head: parts[0] ?? '', gaps };
    templates.set(sentence, template);
  }
  return template;
}

/** Returns undefined if a fact of the sentence is missing. */
export function fill(sentence: string, facts: Facts): string | undefined {
  const { head, gaps } = templateOf(sentence);
  let text = head;
  for (const { name, spaced, after } of gaps) {
    const fact = facts[name];
    if (fact === null || fact === undefined) return undefined;
    if (fact !== '') text += spaced ? ` ${fact}` : fact;
    text += after;
  }
  return text;
}
