const slugLengthMax = 80;
/** More of a title cannot reach the slug, and composing very long runs of marks is slow. */
const titleLengthMax = 300;

/** Letters that do not decompose into an ASCII letter and a mark, and the German umlauts, which are written with an e. */
const transliterations: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  å: 'a',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
  '€': 'eur',
  '²': '2',
  '³': '3',
  '+': '-plus-',
  '&': '-and-',
};

/**
 * An ASCII slug of a title; empty when the title has no letter or digit that Latin script knows. With a suffix (letters and
 * digits, such as a short random part) the slug stays within its length and always ends in it.
 */
export function slugOf(title: string, suffix = ''): string {
  const tail = suffix === '' ? '' : `-${suffix}`;
  const base = shorten(asciiWords(title), slugLengthMax - tail.length);
  return base === '' ? suffix : base + tail;
}

function asciiWords(title: string): string {
  return title
    .slice(0, titleLengthMax)
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^ -~]|[+&]/gu, (character) => transliterations[character] ?? character)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Cuts at a word where that keeps at least half. */
function shorten(words: string, lengthMax: number): string {
  if (words.length <= lengthMax) return words;
  const cut = words.slice(0, lengthMax + 1);
  const lastBreak = cut.lastIndexOf('-');
  return lastBreak > lengthMax / 2 ? cut.slice(0, lastBreak) : cut.slice(0, lengthMax);
}
