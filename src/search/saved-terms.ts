import type { Aliases } from './aliases.ts';
import { categoryTerms, documentTerms, featureTerms } from './document-terms.ts';
import { strictTextGroups, type WordGroup } from './text-groups.ts';
import type { SearchDocument } from './types.ts';

// The word groups that saved queries ask for, found from a document's terms: every distinct group has a number, and a
// term or a beginning of one leads to the groups it satisfies.

export class SavedTerms {
  private readonly numbers = new Map<string, number>();
  private readonly byTerm = new Map<string, number[]>();
  private readonly byPrefix = new Map<string, number[]>();
  private shortestPrefix = Infinity;
  private readonly aliases: Aliases;

  constructor(aliases: Aliases) {
    this.aliases = aliases;
  }

  get size(): number {
    return this.numbers.size;
  }

  // The numbers of the groups of a text, those of long words first: they are rarer.
  groupsOf(text: string): number[] {
    const groups = strictTextGroups(text, this.aliases).toSorted((a, b) => b.text.length - a.text.length);
    return [...new Set(groups.map((group) => this.number(group)))];
  }

  private number(group: WordGroup): number {
    const key = `${group.prefix ? '*' : '='}${group.text}`;
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    const number = this.numbers.size;
    this.numbers.set(key, number);
    for (const term of new Set([group.text, ...group.variants.map((variant) => variant.term)])) {
      file(this.byTerm, term, number);
    }
    if (group.prefix) {
      file(this.byPrefix, group.text, number);
      this.shortestPrefix = Math.min(this.shortestPrefix, group.text.length);
    }
    return number;
  }

  // The numbers of all groups that a document satisfies.
  satisfiedBy(document: SearchDocument): number[] {
    const satisfied = new Set<number>();
    for (const term of termsOf(document)) {
      for (const number of this.byTerm.get(term) ?? []) satisfied.add(number);
      for (let length = this.shortestPrefix; length <= term.length; length++) {
        for (const number of this.byPrefix.get(term.slice(0, length)) ?? []) satisfied.add(number);
      }
    }
    return [...satisfied];
  }
}

function file(map: Map<string, number[]>, key: string, number: number): void {
  const numbers = map.get(key);
  if (numbers) numbers.push(number);
  else map.set(key, [number]);
}

function termsOf(document: SearchDocument): Set<string> {
  const terms = categoryTerms(document);
  for (const term of documentTerms(document).keys()) terms.add(term);
  document.features.forEach((code, at) => {
    for (const term of featureTerms(code, document.featureTexts[at] ?? [])) terms.add(term);
  });
  return terms;
}
