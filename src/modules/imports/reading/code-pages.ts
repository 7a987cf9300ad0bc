/**
 * Detects the code page of a text that is not UTF-8. The same bytes are letters in every code page, so the score
 * depends on the letters that the languages of a page use, their frequency, and the neighboring characters.
 */

type CodePage = 'windows-1252' | 'windows-1250' | 'iso-8859-2' | 'windows-1251';

/** Non-ASCII letters by language, the most frequent first; later ones count less. */
const CENTRAL_LETTERS: readonly string[] = [
  'łóżęąśćńź', // Polish
  'íáěéřýčžšůúňťď', // Czech
  'áíéčýžšúľťôňäďóŕĺ', // Slovak
  'áéőóöüíúű', // Hungarian
  'ăîâţş', // Romanian
  'čšžćđ', // Croatian, Slovenian
  'üäöß', // German, in a file of another language too
];
const LETTERS: Readonly<Record<CodePage, readonly string[]>> = {
  'windows-1252': [
    'üäößéèàêçâôñáåø', // German, with names and words of its neighbors
    'éèàêçôâîùëïûœ', // French
    'óáéíñúü', // Spanish
    'àèéùòìüö', // Italian
    'ãçáéíóêõúâà', // Portuguese
    'äöåéüà', // Swedish, Finnish
    'øåæéüöä', // Danish, Norwegian
    'éëïöüèàç', // Dutch
    'äõüöšž', // Estonian
    'íáðéóúýöþæ', // Icelandic
  ],
  'windows-1250': CENTRAL_LETTERS,
  'iso-8859-2': CENTRAL_LETTERS,
  'windows-1251': [
    'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфё', // Russian
    'оанитівердслкмупзягьбчхйцїжшєющфґ', // Ukrainian
    'аоиентрвслкдпмзгябучъжшйщцхфюь', // Bulgarian
  ],
};

/** Signs used next to or between words in any language. */
const SIGNS = new Set('€„“”‚‘’–—…•·«»°§©®™²³½¼¾±×ºª¡¿£¤\u00a0\u00ad'.split(''));

/** Log probability of a letter that the language does not have, or of a sign within a word. */
const STRANGE = Math.log(0.0005);
/** Sum of 1, 1/2, 1/3, …, 1/15. Dividing every language by it keeps longer lists from counting less. */
const SHARES_SUM = 3.32;
/** Log prior of each page: most files are Western European, and a Cyrillic file has more than a few such letters. */
const PRIORS: Readonly<Record<CodePage, number>> = {
  'windows-1252': Math.log(2),
  'windows-1250': 0,
  'iso-8859-2': 0,
  'windows-1251': -Math.log(4),
};
/** A page is chosen if it is this much likelier than the next. */
const MARGIN = Math.log(4);

const BYTE_START = 0x80;
/** Neighbors of a byte: ASCII letters, and before it a vowel other than i. */
const CONTEXTS = 8;
const AFTER_LETTER = 1;
const BEFORE_LETTER = 2;
const AFTER_VOWEL = 4;

/** Counts non-ASCII bytes by their neighbors, chunk by chunk. */
export class CodePageTally {
  readonly #counts = new Uint32Array((256 - BYTE_START) * CONTEXTS);
  #before = 0;
  #waiting = -1;
  #waitingContext = 0;

  add(chunk: Uint8Array): void {
    for (const byte of chunk) {
      if (this.#waiting >= 0) {
        const context = this.#waitingContext | (isLetter(byte) ? BEFORE_LETTER : 0);
        this.#count(this.#waiting, context);
        this.#waiting = -1;
      }
      if (byte >= BYTE_START) {
        this.#waiting = byte;
        this.#waitingContext =
          (isLetter(this.#before) ? AFTER_LETTER : 0) | (isVowelButI(this.#before) ? AFTER_VOWEL : 0);
      }
      this.#before = byte;
    }
  }

  /**
   * Returns the likeliest page; null if none fits, or if two that read the bytes differently are about equally
   * likely.
   */
  result(): CodePage | null {
    if (this.#waiting >= 0) this.#count(this.#waiting, this.#waitingContext);
    this.#waiting = -1;
    const scores = (Object.keys(LETTERS) as CodePage[])
      .map((page) => ({ page, texts: textsOf(page), score: this.#scoreOf(page) }))
      .toSorted((a, b) => b.score - a.score);
    const [best] = scores;
    if (best === undefined) return null;
    const rival = scores.find(({ texts }) => this.#differs(best.texts, texts));
    const isClear = rival === undefined || best.score - rival.score >= MARGIN;
    if (!isClear || best.score <= (STRANGE / 2) * this.#letterCount(best.texts) - 1) return null;
    const alike = scores.filter(({ texts }) => !this.#differs(best.texts, texts)).map(({ page }) => page);
    // Prefer the most common of the pages that read the bytes alike.
    return (['windows-1252', 'windows-1250'] as const).find((page) => alike.includes(page)) ?? best.page;
  }

  #count(byte: number, context: number): void {
    const index = (byte - BYTE_START) * CONTEXTS + context;
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
  }

  *#entries(): Generator<{ readonly index: number; readonly context: number; readonly count: number }> {
    for (const [slot, count] of this.#counts.entries())
      if (count > 0) yield { index: Math.floor(slot / CONTEXTS), context: slot % CONTEXTS, count };
  }

  #differs(a: readonly string[], b: readonly string[]): boolean {
    return [...this.#entries()].some(({ index }) => a[index] !== b[index]);
  }

  #letterCount(texts: readonly string[]): number {
    let sum = 0;
    for (const { index, context, count } of this.#entries())
      if (isWordLetter(texts[index] ?? '') || isWithinWord(context)) sum += count;
    return sum;
  }

  #scoreOf(page: CodePage): number {
    const texts = textsOf(page);
    const likeliest = Math.max(...LETTERS[page].map((letters) => this.#scoreIn(page, texts, letters)));
    return likeliest + PRIORS[page];
  }

  #scoreIn(page: CodePage, texts: readonly string[], letters: string): number {
    let score = 0;
    for (const { index, context, count } of this.#entries())
      score +=
        count * logShare(texts[index] ?? '', context, { letters, isCyrillic: page === 'windows-1251' });
    return score;
  }
}

const WESTERN_VOWELS = new Set('èøåæòùà'.split(''));

function logShare(
  text: string,
  context: number,
  language: { readonly letters: string; readonly isCyrillic: boolean },
): number {
  if (!isWordLetter(text)) return SIGNS.has(text) && !isWithinWord(context) ? 0 : STRANGE;
  const letter = text.toLowerCase();
  const index = language.letters.indexOf(letter);
  if (index === -1) return STRANGE;
  // Cyrillic letters do not mix with Latin ones. Two vowels in a row are rare in languages that use these letters.
  if (language.isCyrillic && (context & (AFTER_LETTER | BEFORE_LETTER)) !== 0) return STRANGE / 2;
  const isOdd = WESTERN_VOWELS.has(letter) && (context & AFTER_VOWEL) !== 0;
  return Math.log(1 / (index + 1) / SHARES_SUM) + (isOdd ? STRANGE / 2 : 0);
}

function isWithinWord(context: number): boolean {
  return (context & BEFORE_LETTER) !== 0;
}

function isWordLetter(text: string): boolean {
  return /^\p{L}$/u.test(text) && text !== 'º' && text !== 'ª';
}

function isLetter(byte: number): boolean {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

function isVowelButI(byte: number): boolean {
  return 'aeouAEOU'.includes(String.fromCharCode(byte)) && byte !== 0;
}

const decodedPages = new Map<CodePage, readonly string[]>();

/** Returns the character of each non-ASCII byte. */
function textsOf(page: CodePage): readonly string[] {
  const known = decodedPages.get(page);
  if (known !== undefined) return known;
  const bytes = Uint8Array.from({ length: 256 - BYTE_START }, (_, index) => BYTE_START + index);
  // As a stream, because in one call Node 20 reads windows-1252 as ISO-8859-1.
  const decoded = Array.from(new TextDecoder(page).decode(bytes, { stream: true }));
  decodedPages.set(page, decoded);
  return decoded;
}
