/**
 * What characters the bytes of a feed stand for. Feeds seldom say so, and spreadsheets write what their country is used
 * to: a byte order mark decides, then the declaration of XML, then whether the lines are valid UTF-8, then which code page
 * their letters fit.
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
/** Of CSV, and where an element of XML begins, since feeds are often a single line. */
const LINE_ENDS: ReadonlySet<number> = new Set([0x0a, 0x0d, 0x3c]);
/** Lines longer than this are looked at in pieces. */
const LINE_MAX = 64 * 1024;

/** What the bytes of a file say about their encoding. */
export interface Bytes {
  /** Its byte order mark, or the zeros of UTF-16. */
  readonly marked: Encoding | null;
  /** Lines beyond ASCII. */
  readonly utf8Lines: number;
  readonly otherLines: number;
  /** Of the file as a whole; null: it cannot be told. */
  readonly codePage: Encoding | null;
}

/** Reads all of it, since one letter near the end of a file is enough to tell UTF-8 from others. */
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
    for (let at = 0; at < text.length; at++) {
      const isCut = at - start >= LINE_MAX;
      if (!isCut && !LINE_ENDS.has(text[at] ?? 0)) continue;
      const length = isCut ? wholeCharacters(text.subarray(start, at)) : at + 1 - start;
      look(text.subarray(start, start + length));
      start += length;
    }
    rest = text.subarray(start);
  }
  look(rest);
  const found = tally.result();
  // The Latin standards have control characters where Windows has quotes, dashes and its euro.
  const codePage = found === 'windows-1252' && !hasC1 && hasLatin9Euro ? 'iso-8859-15' : found;
  return { marked, utf8Lines, otherLines, codePage };
}

/** The bytes without a character that is cut off at their end. */
function wholeCharacters(bytes: Buffer): number {
  let at = bytes.length;
  while (at > bytes.length - 4 && ((bytes[at - 1] ?? 0) & 0xc0) === 0x80) at -= 1;
  return (bytes[at - 1] ?? 0) >= 0xc0 ? at - 1 : bytes.length;
}

/** The encoding of a file that names none. A few lines that are not UTF-8 are broken; many mean that the file is something else. */
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

/** By chance, hardly any line of a code page is valid UTF-8. */
const MIXED_SHARE = 0.05;

/** The encoding that the first line of an XML file declares; null: none. */
export function declaredEncoding(head: Buffer): string | null {
  const start = head.subarray(0, 1024).toString('latin1');
  return (
    /^(?:\xef\xbb\xbf)?\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([A-Za-z0-9._:-]{1,40})["']/.exec(start)?.[1] ??
    null
  );
}

/** The encoding of an XML file that declares one, whose bytes must be of it. */
export function confirmedEncoding(label: string, bytes: Bytes): string {
  if (bytes.marked !== null) return bytes.marked;
  const declared = knownEncoding(label);
  if (declared === null)
    throw new FileProblem(
      'UNREADABLE_TEXT',
      t('The XML declares the unknown encoding {encoding}; save it as UTF-8.', { encoding: label }),
    );
  // A declaration of UTF-16 that can be read byte by byte is wrong; it is left over where a program saved its text as UTF-8.
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
  // Every other byte of ASCII text is zero in UTF-16; a mark is missing.
  const zeros = head.subarray(0, 64).filter((byte) => byte === 0).length;
  if (head.length >= 16 && zeros >= 16) return head[0] === 0 ? 'utf-16be' : 'utf-16le';
  return null;
}

/** What stands for bytes that are not valid in a text of UTF-8. */
export const UNREADABLE = '\ufffd';

/** A byte order mark is not part of the text. Broken bytes of UTF-8 cost their rows only; elsewhere they refuse the file. */
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
