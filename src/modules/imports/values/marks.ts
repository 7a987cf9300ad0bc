/**
 * Marks in cells beside their text, in our own format and its exports.
 *
 * - Spreadsheets run a cell that begins with = + - @, a tab or a line end as a formula. An apostrophe before it makes it
 *   text. It is written before every text that begins so, also behind apostrophes that are there already, and reading takes
 *   one away again: what was exported reads back as it was.
 * - `\N` clears a field. A text that is `\N` is written with one more backslash, and read with one less.
 */
export const CLEAR = '\\N';

const RISKY = /^'*[=+\-@\t\r\n\0]/;
const MARKED = /^'+[=+\-@\t\r\n\0]/;
/** A plain number is not a formula, and an apostrophe would turn it into text for the reader's sums. */
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
