import { describe, expect, it } from 'vitest';
import { isOrderComplete } from './image-orders.ts';

const url = (address: string) => ({ url: address });
const archived = (name: string) => ({ key: `k/${name}`, name });

describe('an order of images is carried out', () => {
  it.each([
    ['nothing ordered, nothing there', [], [], true],
    ['nothing ordered, one by hand', [], [null], true],
    ['nothing ordered, one of an earlier file', [], ['a'], false],
    ['all there, in order', [url('a'), url('b')], ['a', 'b', null], true],
    ['in another order', [url('b'), url('a')], ['a', 'b'], false],
    ['behind one by hand', [url('a')], [null, 'a'], false],
    ['one is missing', [url('a'), url('b')], ['a'], false],
    ['one is too many', [url('a')], ['a', null, 'b'], false],
    ['a bar as exports write it', [url('a%7Cb')], ['a|b'], true],
    ['one of an archive stays behind addresses', [url('a')], ['a', 'archive:N_1.jpg'], true],
    ['and where none is ordered', [], ['archive:N_1.jpg', null], true],
    ['one of an archive', [archived('N_1.jpg')], ['archive:N_1.jpg'], true],
    [
      'and another that is no longer in it',
      [archived('N_1.jpg')],
      ['archive:N_1.jpg', 'archive:N_2.jpg'],
      false,
    ],
  ])('%s', (_name, sources, present, expected) => {
    expect(isOrderComplete(sources, present)).toBe(expected);
  });
});
