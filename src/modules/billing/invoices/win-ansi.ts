/**
 * The built-in fonts of PDF know Windows-1252 only. Letters beyond it lose their accents ("Łódź" becomes "Lódz"); what is
 * no Latin letter at all becomes a question mark.
 */
const EXTRA = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');
const PLAIN: Readonly<Record<string, string>> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  ı: 'i',
  İ: 'I',
  Ħ: 'H',
  ħ: 'h',
  ẞ: 'SS',
  '\u2212': '-',
  '\u202f': '\u00a0',
};

export function toWinAnsi(text: string): string {
  let result = '';
  for (const character of text.normalize('NFC')) {
    result += isKnown(character) ? character : (PLAIN[character] ?? withoutAccents(character));
  }
  return result;
}

function withoutAccents(character: string): string {
  const base = character.normalize('NFD').charAt(0);
  return isKnown(base) ? base : '?';
}

function isKnown(character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return (
    code === 10 || (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff) || EXTRA.has(character)
  );
}
