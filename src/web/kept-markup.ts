/**
 * Parts of pages as they were rendered before. What a part shows depends on its props, the language and the texts alone, so
 * the same props are the same markup: a card is rendered once and not with every page that it is on.
 */
import { createElement, Fragment, type FunctionComponent, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LRUCache } from 'lru-cache';
import type { Reader } from './texts/reader.ts';

/** Of all parts in each language, with what they are found by. */
const CHARACTERS_MAX = 4_000_000;

interface Markup {
  readonly element: ReactElement;
  readonly length: number;
}

const byReader = new WeakMap<Reader, LRUCache<string, Markup>>();
let parts = 0;

/** The same component, for props that are plain data. It has one element at its root and no hooks. */
export function kept<P extends object>(
  part: (props: P & { reader: Reader }) => ReactElement,
): FunctionComponent<P & { reader: Reader }> {
  const number = parts++;
  return (given) => {
    const { reader, ...props } = given;
    const known = byReader.get(reader) ?? keepFor(reader);
    const key = `${number} ${reader.edition} ${JSON.stringify(props)}`;
    const found = known.get(key);
    if (found !== undefined) return found.element;
    const markup = rendered(part(given));
    known.set(key, markup);
    return markup.element;
  };
}

function keepFor(reader: Reader): LRUCache<string, Markup> {
  const markup = new LRUCache<string, Markup>({
    maxSize: CHARACTERS_MAX,
    sizeCalculation: ({ length }, key) => length + key.length,
  });
  byReader.set(reader, markup);
  return markup;
}

function rendered({ type, props }: ReactElement): Markup {
  const { children, ...attributes } = props as { readonly children?: ReactNode };
  // In one piece: as put together it takes several times the memory.
  const html = Buffer.from(renderToStaticMarkup(createElement(Fragment, null, children))).toString();
  return {
    element: createElement(type, { ...attributes, dangerouslySetInnerHTML: { __html: html } }),
    length: html.length,
  };
}
