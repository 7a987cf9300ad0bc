/**
 * Parts of pages as they were rendered before. What a part shows depends on its props, the language and the texts alone, so
 * the same props are the same markup: a card is rendered once and not with every page that it is on.
 */
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LRUCache } from 'lru-cache';
import type { Reader } from './texts/reader.ts';

/** Of each part in each language. */
const CHARACTERS_MAX = 4_000_000;

/** The same component within an element, for props that are plain data. */
export function kept<P extends object>(
  element: 'fieldset' | 'li',
  part: FunctionComponent<P & { reader: Reader }>,
): FunctionComponent<P & { reader: Reader }> {
  const byReader = new WeakMap<Reader, LRUCache<string, string>>();
  return (given) => {
    const { reader, ...props } = given;
    const known =
      byReader.get(reader) ?? new LRUCache({ maxSize: CHARACTERS_MAX, sizeCalculation: lengthOf });
    byReader.set(reader, known);
    const key = `${reader.edition} ${JSON.stringify(props)}`;
    let html = known.get(key);
    if (html === undefined) {
      // In one piece: as put together it takes several times the memory.
      html = Buffer.from(renderToStaticMarkup(createElement(part, given))).toString();
      known.set(key, html);
    }
    return createElement(element, { dangerouslySetInnerHTML: { __html: html } });
  };
}

const lengthOf = (html: string, key: string): number => html.length + key.length;
