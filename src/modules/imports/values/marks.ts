/**
 * Markup in cells of the Fifthwheel format and its exports. - Spreadsheets run a cell that begins with = + - @, a tab
 * or a line end as a formula. A preceding apostrophe makes it text. The export writes it before every such text, even
 * after existing apostrophes, and the import removes one: exported text reads back unchanged. - `\N` clears a field.
 * The text `\N` is written with one more backslash, and read with one less.
 */
export const CLEAR = '\\N';

const RISKY = /^'*[=+\-@\t\r\n\0]/;
const MARKED = /^'+[=+\-@\t\r\n\0]/;
/** A plain number is not a formula, and an apostrophe would turn it into text for calculations. */
const NUMBER = /^-?\d+(?:\.\d+)?$/;
const CLEAR_LIKE = /^\\+N$/;

export function markedText(text: string): string {
  if (CLEAR_LIKE.test(text)) return `\\${text}`;
  return RISKY.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

export function unmarkedText(cell: string): string {
  if (cell.length > 2 && CLEAR_LIKE.test(cell)) return cell.slice(1);
  return MARKED.test(cell) ? cell.slice(1) : cell;
}
