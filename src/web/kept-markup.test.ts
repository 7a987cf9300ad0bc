import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Wording } from '../platform/wording.ts';
import { kept } from './kept-markup.ts';
import { definePageTexts, Reader } from './texts/reader.ts';

function wordsOf(): { wording: Wording; en: Reader; de: Reader } {
  const wording = new Wording();
  definePageTexts(wording);
  return { wording, en: new Reader('en', wording), de: new Reader('de', wording) };
}

describe('kept markup', () => {
  let rendered = 0;
  const Part = kept<{ name: string; hidden: boolean }>(({ name, hidden, reader }) => {
    rendered++;
    const words = createElement('b', { title: name }, reader.text('search.button'));
    return createElement('li', { className: 'one', hidden }, words, name);
  });
  const Other = kept<{ name: string; hidden: boolean }>(({ name }) => createElement('p', null, name));
  const show = (part: typeof Part, reader: Reader, name = 'x', hidden = false): string =>
    renderToStaticMarkup(createElement(part, { name, hidden, reader }));

  it('is what the part shows, rendered once for the same props', () => {
    const { en } = wordsOf();
    const before = rendered;
    const html = show(Part, en, '<i> & "x"', true);
    const name = '&lt;i&gt; &amp; &quot;x&quot;';
    expect(html).toBe(`<li class="one" hidden=""><b title="${name}">Search</b>${name}</li>`);
    expect([show(Part, en, '<i> & "x"', true), rendered - before]).toEqual([html, 1]);
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
