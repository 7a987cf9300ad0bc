/**
 * Detects the encoding of a feed, which is rarely declared. The first of these that applies wins: byte order mark,
 * XML declaration, valid UTF-8, code page that fits the letters.
 */
import { isAscii, isUtf8 } from 'node:buffer';
import { FileProblem } from '../problems.ts';
import { CodePageTally } from './code-pages.ts';
import { t } from '../../../platform/errors/sentence.ts';

export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'iso-8859-1',
  'iso-8859-2',
  'iso-8859-15',
  'windows-1250',
  'windows-1251',
  'windows-1252',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

const EURO_IN_LATIN_9 = 0xa4;
/** Line ends of CSV, and `<`, because XML feeds are often a single line. */
const LINE_ENDS: ReadonlySet<number> = new Set([0x0a, 0x0d, 0x3c]);
/** A longer line is examined in pieces. */
const LINE_MAX = 64 * 1024;

/** Evidence for the encoding of a file. */
export interface Bytes {
  /** Encoding according to the byte order mark, or to the zero bytes of UTF-16. */
  readonly marked: Encoding | null;
  /** Lines with non-ASCII bytes. */
  readonly utf8Lines: number;
  readonly otherLines: number;
  /** Likely code page; null: undecided. */
  readonly codePage: Encoding | null;
}

/** Reads the whole file, because a single letter near its end can distinguish UTF-8 from other encodings. */
export async function surveyBytes(chunks: AsyncIterable<Buffer>): Promise<Bytes> {
  const tally = new CodePageTally();
  let marked: Encoding | null = null;
  let utf8Lines = 0;
  let otherLines = 0;
  let hasC1 = false;
  let hasLatin9Euro = false;
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  const look = (line: Buffer): void => {
    if (isAscii(line)) return;
    if (isUtf8(line)) utf8Lines += 1;
    else otherLines += 1;
  };
  for await (const chunk of chunks) {
    if (isFirst) marked = byteOrderMark(chunk);
    isFirst = false;
    if (!isAscii(chunk)) {
      hasLatin9Euro ||= chunk.includes(EURO_IN_LATIN_9);
      hasC1 ||= chunk.some((byte) => byte >= 0x80 && byte < 0xa0);
    }
    tally.add(chunk);
    const text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let index = 0; index < text.length; index++) {
      const isCut = index - start >= LINE_MAX;
      if (!isCut && !LINE_ENDS.has(text[index] ?? 0)) continue;
      const length = isCut ? wholeCharacters(text.subarray(start, index)) : index + 1 - start;
      look(text.subarray(start, start + length));
      start += length;
    }
    rest = text.subarray(start);
  }
  look(rest);
  const found = tally.result();
  // ISO 8859 has control characters where Windows has quotes, dashes and the euro sign.
  const codePage = found === 'windows-1252' && !hasC1 && hasLatin9Euro ? 'iso-8859-15' : found;
  return { marked, utf8Lines, otherLines, codePage };
}

/** Returns the length without a character that is cut off at the end. */
function wholeCharacters(bytes: Buffer): number {
  let index = bytes.length;
  while (index > bytes.length - 4 && ((bytes[index - 1] ?? 0) & 0xc0) === 0x80) index -= 1;
  return (bytes[index - 1] ?? 0) >= 0xc0 ? index - 1 : bytes.length;
}

/**
 * Returns the encoding of a file that declares none. A few invalid lines are broken UTF-8; many mean another
 * encoding.
 */
export function likelyEncoding({ marked, utf8Lines, otherLines, codePage }: Bytes): Encoding {
  if (marked !== null) return marked;
  if (utf8Lines >= otherLines) return 'utf-8';
  if (utf8Lines > otherLines * MIXED_SHARE) {
    throw new FileProblem(
      'UNREADABLE_TEXT',
      t('Some lines of the file are UTF-8 and others are not; save it in one encoding.'),
    );
  }
  if (codePage !== null) return codePage;
  throw new FileProblem(
    'UNREADABLE_TEXT',
    t(
      'The character encoding of the file cannot be detected. Save it as UTF-8, or specify its encoding, such as windows-1252 (Western Europe), windows-1250 or iso-8859-2 (Central Europe) or windows-1251 (Cyrillic).',
    ),
  );
}

/** Lines of a code page are hardly ever valid UTF-8 by chance. */
const MIXED_SHARE = 0.05;

/** Returns the encoding that the first line of an XML file declares; null: none. */
export function declaredEncoding(head: Buffer): string | null {
  const start = head.subarray(0, 1024).toString('latin1');
  return (
    /^(?:\xef\xbb\xbf)?\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']/.exec(start)?.[1] ??
    null
  );
}

/** Returns the declared encoding of an XML file if its bytes agree. */
export function confirmedEncoding(label: string, bytes: Bytes): string {
  if (bytes.marked !== null) return bytes.marked;
  const declared = knownEncoding(label);
  if (declared === null)
    throw new FileProblem(
      'UNREADABLE_TEXT',
      t('The XML declares the unknown encoding {encoding}; save it as UTF-8.', { encoding: label }),
    );
  // A declaration of UTF-16 that can be read byte by byte is wrong. Some programs leave it when they save as UTF-8.
  if (declared === 'utf-8' || declared.startsWith('utf-16')) {
    if (bytes.otherLines === 0) return 'utf-8';
    throw new FileProblem(
      'UNREADABLE_TEXT',
      t(
        'The XML declares {encoding}, but has bytes that are not valid UTF-8; correct its text or its declaration.',
        { encoding: label },
      ),
    );
  }
  if (bytes.utf8Lines > 0 && bytes.otherLines === 0) {
    throw new FileProblem(
      'UNREADABLE_TEXT',
      t(
        'The XML declares {encoding}, but is UTF-8; correct its declaration, or import it with encoding=utf-8.',
        { encoding: label },
      ),
    );
  }
  return declared;
}

function knownEncoding(label: string): string | null {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return null;
  }
}

function byteOrderMark(head: Buffer): Encoding | null {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  // UTF-16 without a mark: every other byte of ASCII text is zero.
  const zeros = head.subarray(0, 64).filter((byte) => byte === 0).length;
  if (head.length >= 16 && zeros >= 16) return head[0] === 0 ? 'utf-16be' : 'utf-16le';
  return null;
}

/** Replacement of invalid UTF-8 bytes. */
export const UNREADABLE = '\ufffd';

/**
 * Decodes the text without its byte order mark. Invalid UTF-8 only costs the affected rows; in other encodings it
 * rejects the file.
 */
export async function* decodeText(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: encoding !== 'utf-8' });
  try {
    for await (const chunk of chunks) {
      const text = decoder.decode(chunk, { stream: true });
      if (text !== '') yield text;
    }
    const rest = decoder.decode();
    if (rest !== '') yield rest;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new FileProblem(
      'UNREADABLE_TEXT',
      t('The file is not valid {encoding}; name its encoding.', { encoding }),
      {
        cause: error,
      },
    );
  }
}
