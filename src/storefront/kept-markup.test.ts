import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { shippedWording } from '../platform/shipped-texts.ts';
import type { Wording } from '../platform/wording.ts';
import { markupOf, withCachedMarkup } from './kept-markup.ts';
import { Reader } from './texts/reader.ts';

function wordsOf(): { wording: Wording; en: Reader; de: Reader } {
  const wording = shippedWording();
  return { wording, en: new Reader('en', wording), de: new Reader('de', wording) };
}

describe('kept markup', () => {
  let rendered = 0;
  const Part = withCachedMarkup<{ name: string; hidden: boolean }>(({ name, hidden, reader }) => {
    rendered++;
    const words = createElement('b', { title: name }, reader.text('search.button'));
    return createElement('li', { className: 'one', hidden }, words, name);
  });
  const Other = withCachedMarkup<{ name: string; hidden: boolean }>(({ name }) =>
    createElement('p', null, name),
  );
  const show = (part: typeof Part, reader: Reader, name = 'x', hidden = false): string =>
    markupOf(createElement(part, { name, hidden, reader })).toString();

  it('is what the part shows, rendered once for the same props', () => {
    const { en } = wordsOf();
    const before = rendered;
    const html = show(Part, en, '<i> & "x"', true);
    const name = '&lt;i&gt; &amp; &quot;x&quot;';
    expect(html).toBe(`<li class="one" hidden=""><b title="${name}">Search</b>${name}</li>`);
    expect([show(Part, en, '<i> & "x"', true), rendered - before]).toEqual([html, 1]);
  });

  it('comes where it is used, also in other kept parts, beside letters of several bytes', () => {
    const { en } = wordsOf();
    const Outer = withCachedMarkup<{ names: readonly string[] }>(({ names, reader }) =>
      createElement(
        'ul',
        null,
        '„',
        names.map((name) => createElement(Other, { key: name, name, hidden: false, reader })),
        '“',
      ),
    );
    const page = createElement(
      'div',
      null,
      'ä',
      createElement(Outer, { names: ['ż', '€'], reader: en }),
      '–',
      createElement(Other, { name: '😀', hidden: true, reader: en }),
    );
    const html = '<div>ä<ul>„<p>ż</p><p>€</p>“</ul>–<p>😀</p></div>';
    expect([markupOf(page).toString(), markupOf(page).toString()]).toEqual([html, html]);
  });

  it('is rejected where nothing would put it in, and a part that fails leaves the next rendering as it was', () => {
    const { en } = wordsOf();
    const Failing = withCachedMarkup(() => {
      throw new Error('no');
    });
    const good = createElement(Other, { name: 'x', hidden: false, reader: en });
    expect(() => renderToStaticMarkup(good)).toThrow('markupOf');
    expect(() => markupOf(createElement('div', null, good, createElement(Failing, { reader: en })))).toThrow(
      'no',
    );
    expect(markupOf(createElement('div', null, good)).toString()).toBe('<div><p>x</p></div>');
  });

  it('is another one for other props, in another language, of another part, and when texts were edited', () => {
    const { wording, en, de } = wordsOf();
    expect(show(Part, en)).toBe('<li class="one"><b title="x">Search</b>x</li>');
    expect(show(Part, en, 'x', true)).toContain('hidden');
    expect(show(Part, de)).toContain('>Suchen<');
    expect(show(Other, en)).toBe('<p>x</p>');
    wording.replaceEdited([{ language: 'en', key: 'ui.search.button', text: 'Look it up' }]);
    expect(show(Part, en)).toContain('>Look it up<');
  });
});
