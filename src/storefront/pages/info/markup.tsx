/** Markdown of administrators as elements: no HTML, no style, nothing that is loaded from elsewhere. */
import { compiler } from 'markdown-to-jsx/react';
import { createElement, type ReactElement, type ReactNode } from 'react';

/** The title of the page is its only heading of the first level. */
const HEADINGS: Readonly<Record<string, string>> = {
  h1: 'h2',
  h2: 'h2',
  h3: 'h3',
  h4: 'h4',
  h5: 'h4',
  h6: 'h4',
};
const PLAIN: ReadonlySet<string> = new Set(
  'p strong em del code pre blockquote ul li br hr thead tbody tr th td sup'.split(' '),
);
const LINK = /^(?:https?:|mailto:|tel:|\/(?!\/)|#)/i;

interface MarkupProps {
  readonly key?: string | number;
  readonly href?: string;
  readonly id?: string;
  readonly start?: number;
  readonly alt?: string;
}

export function Markup({ text }: { text: string }): ReactElement {
  return compiler(text, {
    disableParsingRawHTML: true,
    forceBlock: true,
    wrapper: 'div',
    createElement: (tag, props, ...children) => element(String(tag), props as MarkupProps | null, children),
  }) as ReactElement;
}

/** Omits unknown elements, but keeps their content. */
function element(tag: string, given: MarkupProps | null, children: ReactNode[]): ReactElement {
  const { key, href, id, start, alt } = given ?? {};
  const make = (name: string, props: object = {}): ReactElement =>
    createElement(name, { key, ...props }, ...children);
  const heading = HEADINGS[tag];
  if (heading !== undefined) return make(heading, { id });
  if (PLAIN.has(tag)) return make(tag);
  if (tag === 'a') return href !== undefined && LINK.test(href) ? make('a', { href }) : make('span');
  if (tag === 'ol') return make('ol', { start });
  if (tag === 'table')
    return createElement(
      'div',
      { key, className: 'scrolls', tabIndex: 0 },
      createElement('table', null, ...children),
    );
  if (tag === 'img') return createElement('span', { key }, alt);
  if (tag === 'input') return createElement('span', { key });
  return make(tag === 'div' || tag === 'footer' ? 'div' : 'span', tag === 'div' ? { id } : {});
}
