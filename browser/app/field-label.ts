import type { DeskText, DeskWords } from './words.ts';

/** The label of a listing field: of the editor, else of the marketplace. */
export function labelOf(name: string, words: DeskWords): string {
  const key: DeskText = `desk.field.${name}` as DeskText;
  const text = words.text(key);
  return text === key ? words.field(name) : text;
}
