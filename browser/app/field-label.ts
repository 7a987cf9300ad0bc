import type { DeskText, DeskWords } from './words.ts';

/** The label of a field of listings: of the market's own fields, else of the editor's. */
export function labelOf(name: string, words: DeskWords): string {
  const own: DeskText = `desk.field.${name}` as DeskText;
  const text = words.text(own);
  return text === own ? words.field(name) : text;
}
