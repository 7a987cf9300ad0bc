import { describe, expect, it } from 'vitest';
import { FileProblem } from '../problems.ts';
import { declaredEncoding, likelyEncoding, surveyBytes } from './encoding.ts';

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function encodingOf(bytes: Buffer, size = 64): Promise<string> {
  try {
    return likelyEncoding(await surveyBytes(inPieces(bytes, size)));
  } catch (error) {
    if (error instanceof FileProblem) return error.message.includes('cannot be detected') ? 'asks' : 'mixed';
    throw error;
  }
}

/** The bytes of a text in a code page. */
function inCodePage(text: string, page: string): Buffer {
  const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  const letters = new TextDecoder(page).decode(bytes, { stream: true });
  return Buffer.from(Array.from(text, (letter) => letters.indexOf(letter)));
}

const LINE = 'external_id;model\n';
const latin = (text: string): Buffer => Buffer.from(text, 'latin1');
const wide = (text: string): Buffer => Buffer.from(text, 'utf16le');
const bigEndian = (text: string): Buffer => wide(text).swap16();
const broken = latin('M\xe4rz');

describe('the encoding of a file', () => {
  it.each<[string, Buffer, string]>([
    ['plain letters', Buffer.from(LINE), 'utf-8'],
    ['UTF-8', Buffer.from(`${LINE}März €`), 'utf-8'],
    ['a mark of UTF-8, whatever follows', Buffer.concat([Buffer.from('\ufeff'), broken]), 'utf-8'],
    ['a mark of UTF-16, little end first', wide('\ufeffa'), 'utf-16le'],
    ['a mark of UTF-16, big end first', bigEndian('\ufeffa'), 'utf-16be'],
    ['UTF-16 without a mark', wide(LINE), 'utf-16le'],
    ['UTF-16 without a mark, big end first', bigEndian(LINE), 'utf-16be'],
    ['letters of every Latin standard', latin(`${LINE}M\xe4rz`), 'windows-1252'],
    ['the euro of Latin-9', latin('45900 \xa4, M\xe4rz'), 'iso-8859-15'],
    ['the euro of Windows, beside the other', latin('45900 \x80 \xa4'), 'windows-1252'],
    ['a blank that does not break, beside the euro of Latin-9', latin('45\xa0900 \xa4'), 'iso-8859-15'],
    ['nothing', Buffer.alloc(0), 'utf-8'],
    ['UTF-8 with a broken line', Buffer.concat([Buffer.from('Größe\n'), latin('b\xfc\n')]), 'utf-8'],
    [
      'UTF-8 with a broken line between carriage returns',
      Buffer.concat([Buffer.from('Größe\r'), latin('b\xfc\r')]),
      'utf-8',
    ],
    [
      'UTF-8 of XML with a broken element',
      Buffer.concat([Buffer.from('<a>Größe</a>'), latin('<a>b\xfc</a>')]),
      'utf-8',
    ],
    ['UTF-8 and another by turns', Buffer.concat([Buffer.from('ü\n'), latin('\xfc\n\xfc\n')]), 'mixed'],
  ])('is found for %s', async (_name, bytes, encoding) => {
    expect(await encodingOf(bytes)).toBe(encoding);
  });

  it.each([
    ['Sattelzugmaschine mit Kühlkoffer, Größe ändern, Führerhaus', 'windows-1252'],
    ['2 Tanks à 600 l', 'windows-1252'],
    ['Première immatriculation, boîte de vitesses, véhicule à réparer', 'windows-1252'],
    ['Camión frigorífico, año de matriculación, tracción', 'windows-1252'],
    ['Lastbil med kran, første registrering, køl og frost på', 'windows-1252'],
    ['Dragbil, årsmodell, växellåda och släp', 'windows-1252'],
    ['Trattore con più chilometri, qualità, velocità, perché è', 'windows-1252'],
    ['Camião frigorífico, tração às rodas, não acidentado', 'windows-1252'],
    ['Ciągnik siodłowy, łódź, żółty, pierwsza własność, rok', 'windows-1250'],
    ['Tahač návěsů, převodovka, nákladní vůz, výkon, žluť', 'windows-1250'],
    ['Nyerges vontató, hűtős, gőz, első tulajdonos, fűtés', 'windows-1250'],
    ['Ciągnik siodłowy, łódź, żółty, pierwsza własność, źródło', 'iso-8859-2'],
    ['Tahač návěsů, převodovka, žlutá barva, šířka, ještě', 'iso-8859-2'],
    ['Седельный тягач, рефрижератор, один владелец', 'windows-1251'],
    ['Сідловий тягач, рефрижератор, перший власник, її', 'windows-1251'],
  ])('is that of the letters of %s in %s', async (text, page) => {
    const letters = inCodePage(text, page);
    expect(await encodingOf(letters, 5)).toBe(page);
    expect(await encodingOf(Buffer.concat([Buffer.from(LINE), letters]))).toBe(page);
  });

  it('is requested if its bytes fit no code page, or two', async () => {
    for (const bytes of [latin('K\x81hlkoffer, gr\x84\xe1e, f\x81r'), latin('xxx \xc8xx')])
      expect(await encodingOf(bytes)).toBe('asks');
  });

  it('is found to the end, and for characters that two pieces share', async () => {
    const long = Buffer.concat([Buffer.from(LINE.repeat(500)), Buffer.from('Mürz')]);
    const wideLine = Buffer.from('ü€🚛'.repeat(40_000));
    for (const size of [3, 7, 1024]) {
      expect(await encodingOf(long, size)).toBe('utf-8');
      expect(await encodingOf(Buffer.concat([long, Buffer.from('\n'), broken]), size)).toBe('utf-8');
    }
    expect(await surveyBytes(inPieces(wideLine, 1000))).toMatchObject({ otherLines: 0 });
  });
});

describe('the encoding that XML declares', () => {
  it.each([
    ['<?xml version="1.0" encoding="windows-1250"?><l/>', 'windows-1250'],
    ["<?xml version='1.0' encoding = 'ISO-8859-2' standalone='yes'?><l/>", 'ISO-8859-2'],
    ['<?xml version="1.0"?><l encoding="x"/>', null],
    ['<l/>', null],
  ])('of %s is %s', (text, encoding) => {
    expect(declaredEncoding(Buffer.from(text))).toBe(encoding);
  });
});
