/**
 * Caches the markup of parts of pages. A part depends only on its props, the language and the texts, so equal props give equal
 * markup: a card is rendered once and not again for each page. The cache stores the bytes to send. A page is rendered with a mark
 * for each part, and the bytes then replace the marks.
 */
import { randomUUID } from 'node:crypto';
import type { FunctionComponent, ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LRUCache } from 'lru-cache';
import type { Reader } from './texts/reader.ts';

/** All cached parts, by component, language and props. */
const BYTES_MAX = 4_000_000;
/** Random, so that no text from outside can contain it. */
const MARK = `~${randomUUID()}~`;
const MARK_BYTES = Buffer.from(MARK);

const byReader = new WeakMap<Reader, LRUCache<string, Buffer>>();
let parts = 0;
/** Values for the marks of the markup that is being rendered, in order; null between two renderings. */
let marked: Buffer[] | null = null;

/** A component whose markup is cached, for props that are plain data. It has no hooks, and `markupOf` renders it. */
export function withCachedMarkup<P extends object>(
  part: (props: P & { reader: Reader }) => ReactElement,
): FunctionComponent<P & { reader: Reader }> {
  const number = parts++;
  return (allProps) => {
    if (marked === null) throw new Error('a kept part is rendered by markupOf');
    const { reader, ...props } = allProps;
    const cached = byReader.get(reader) ?? keepFor(reader);
    const key = `${number} ${reader.edition} ${JSON.stringify(props)}`;
    let markup = cached.get(key);
    if (markup === undefined) {
      markup = markupOf(part(allProps));
      cached.set(key, markup);
    }
    marked.push(markup);
    return MARK;
  };
}

/** The element as UTF-8, with its cached parts. */
export function markupOf(element: ReactElement): Buffer {
  const outer = marked;
  const found: Buffer[] = [];
  marked = found;
  try {
    const bytes = Buffer.from(renderToStaticMarkup(element));
    const added = found.reduce((sum, part) => sum + part.length - MARK_BYTES.length, 0);
    // A separate buffer, because a small one from the pool would keep the whole block of the pool alive.
    const whole = Buffer.allocUnsafeSlow(bytes.length + added);
    let from = 0;
    let to = 0;
    for (const part of found) {
      const at = bytes.indexOf(MARK_BYTES, from);
      to += bytes.copy(whole, to, from, at);
      to += part.copy(whole, to);
      from = at + MARK_BYTES.length;
    }
    bytes.copy(whole, to, from);
    return whole;
  } finally {
    marked = outer;
  }
}

function keepFor(reader: Reader): LRUCache<string, Buffer> {
  const markup = new LRUCache<string, Buffer>({
    maxSize: BYTES_MAX,
    sizeCalculation: (bytes, key) => bytes.length + key.length,
  });
  byReader.set(reader, markup);
  return markup;
}
