import { describe, expect, it } from 'vitest';
import { detectEncoding, type Encoding } from './encoding.ts';

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const LINE = 'external_id;model\n';
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');
const bigEndian = (text: string): Buffer => wide(text).swap16();
const broken = latin('M\xe4rz');

describe('detectEncoding', () => {
  it.each<[string, Buffer, Encoding]>([
    ['plain letters', Buffer.from(LINE), 'utf-8'],
    ['UTF-8', Buffer.from(`${LINE}März €`), 'utf-8'],
    ['a mark of UTF-8, whatever follows', Buffer.concat([Buffer.from('\ufeff'), broken]), 'utf-8'],
    ['half a mark', Buffer.concat([Buffer.from([0xef, 0xbb]), broken]), 'windows-1252'],
    ['a mark of UTF-16, little end first', wide('\ufeffa'), 'utf-16le'],
    ['a mark of UTF-16, big end first', bigEndian('\ufeffa'), 'utf-16be'],
    ['UTF-16 without a mark', wide(LINE), 'utf-16le'],
    ['UTF-16 without a mark, big end first', bigEndian(LINE), 'utf-16be'],
    ['a character of UTF-8 that is cut off', Buffer.from('März').subarray(0, 2), 'windows-1252'],
    ['letters of every Latin standard', latin(`${LINE}M\xe4rz`), 'windows-1252'],
    ['the euro of Latin-9', latin('45900 \xa4, M\xe4rz'), 'iso-8859-15'],
    ['the euro of Windows, beside the other', latin('45900 \x80 \xa4'), 'windows-1252'],
    ['the last control character, and the first letter after them', latin('\x9f'), 'windows-1252'],
    ['a blank that does not break, beside the euro of Latin-9', latin('45\xa0900 \xa4'), 'iso-8859-15'],
    ['nothing', Buffer.alloc(0), 'utf-8'],
  ])('finds %s', async (_name, bytes, encoding) => {
    expect(await detectEncoding(inPieces(bytes, 64))).toBe(encoding);
  });

  it('reads to the end, and characters that two pieces share', async () => {
    const long = Buffer.concat([Buffer.from(LINE.repeat(500)), Buffer.from('Mürz')]);
    for (const size of [3, 7, 1024]) {
      expect(await detectEncoding(inPieces(long, size))).toBe('utf-8');
      expect(await detectEncoding(inPieces(Buffer.concat([long, broken]), size))).toBe('windows-1252');
    }
  });
});
