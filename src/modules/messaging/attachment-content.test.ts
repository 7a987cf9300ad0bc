import { describe, expect, it } from 'vitest';
import { attachmentName, contentDisposition } from './attachments.ts';

describe('the name of an attachment', () => {
  it.each([
    ['photo.jpeg', 'image/jpeg', 'photo.jpeg'],
    ['photo.JPG', 'image/jpeg', 'photo.JPG'],
    ['photo.png', 'image/jpeg', 'photo.jpg'],
    ['invoice.exe', 'application/pdf', 'invoice.pdf'],
    ['invoice', 'application/pdf', 'invoice.pdf'],
  ] as const)('%s as %s is %s', (filename, type, name) => {
    expect(attachmentName(filename, type)).toBe(name);
  });

  it('cannot break out of its header', () => {
    expect(contentDisposition('attachment', 'a"b\\c%22\r\nX: y.pdf')).toBe(
      `attachment; filename="a_b_c_22__X: y.pdf"; filename*=UTF-8''a%22b%5Cc%2522%0D%0AX%3A%20y.pdf`,
    );
    expect(contentDisposition('inline', "Müller's (1).jpg")).toBe(
      `inline; filename="M_ller's (1).jpg"; filename*=UTF-8''M%C3%BCller%27s%20%281%29.jpg`,
    );
  });
});
