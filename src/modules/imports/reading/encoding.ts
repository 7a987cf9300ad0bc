/**
 * What characters the bytes of a feed stand for. Feeds seldom say so, and spreadsheets write what their country is used
 * to: a byte order mark decides, then whether the whole file is valid UTF-8, then which Latin code page its bytes fit.
 */
import { isAscii } from 'node:buffer';
import { FileProblem } from '../problems.ts';

export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'iso-8859-1',
  'iso-8859-15',
  'windows-1252',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

const EURO_IN_LATIN_9 = 0xa4;

/** Reads all of it, since one letter near the end of a file is enough to tell UTF-8 from Latin. */
export async function detectEncoding(chunks: AsyncIterable<Buffer>): Promise<Encoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let isUtf8 = true;
  let hasC1 = false;
  let hasLatin9Euro = false;
  let isFirst = true;
  for await (const chunk of chunks) {
    const marked = isFirst ? byteOrderMark(chunk) : null;
    if (marked !== null) return marked;
    isFirst = false;
    if (isUtf8) isUtf8 = accepts(utf8, chunk);
    if (isAscii(chunk)) continue;
    hasLatin9Euro ||= chunk.includes(EURO_IN_LATIN_9);
    hasC1 ||= chunk.some((byte) => byte >= 0x80 && byte < 0xa0);
  }
  if (isUtf8 && accepts(utf8)) return 'utf-8';
  // The Latin standards have control characters where Windows has quotes, dashes and its euro.
  if (hasC1) return 'windows-1252';
  return hasLatin9Euro ? 'iso-8859-15' : 'windows-1252';
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

function accepts(decoder: InstanceType<typeof TextDecoder>, chunk?: Buffer): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}

/** A byte order mark is not part of the text. */
export async function* decodeText(chunks: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of chunks) {
      const text = decoder.decode(chunk, { stream: true });
      if (text !== '') yield text;
    }
    const rest = decoder.decode();
    if (rest !== '') yield rest;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new FileProblem('UNREADABLE_TEXT', `The file is not valid ${encoding}; name its encoding.`, {
      cause: error,
    });
  }
}
