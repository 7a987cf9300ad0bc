/** A sentence with `{name}` gaps, taken apart once: hundreds of thousands of texts are made of a few hundred sentences. */
interface Template {
  readonly head: string;
  /** Each gap and the text after it; `spaced` when a blank before the gap goes with an empty fact. */
  readonly gaps: readonly { readonly name: string; readonly spaced: boolean; readonly after: string }[];
}

/** Null where the listing has no such fact, empty where it is left out without harm. */
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

/** Undefined when a fact of the sentence is missing. */
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
