import type { ReactElement } from 'react';
import type { Reader } from '../texts/reader.ts';
import { Icon } from './icon.tsx';

/** The category to which a search is limited, unless the user clears the checkbox. */
export interface Within {
  readonly slug: string;
  readonly name: string;
}

/** Search box: works without a script; a script adds suggestions. */
export function SearchBox({
  reader,
  q,
  within,
}: {
  reader: Reader;
  q: string;
  within: Within | undefined;
}): ReactElement {
  return (
    <form className="find" role="search" action={`/${reader.language}/search`}>
      <SearchField reader={reader} q={q} id="q" />
      {within !== undefined && (
        <label className="scope">
          <input type="checkbox" name="category" value={within.slug} defaultChecked />
          <span className="unseen">{reader.text('search.within')} </span>
          {within.name}
        </label>
      )}
      <button type="submit" className="plain">
        <Icon name="arrow-right" />
        <span className="unseen">{reader.text('search.button')}</span>
      </button>
    </form>
  );
}

/** The search field alone, for forms with further fields. */
export function SearchField({ reader, q, id }: { reader: Reader; q: string; id: string }): ReactElement {
  return (
    <>
      <label htmlFor={id} className="unseen">
        {reader.text('search.label')}
      </label>
      <Icon name="search" />
      <input
        id={id}
        name="q"
        type="search"
        defaultValue={q}
        maxLength={200}
        placeholder={reader.text('search.placeholder')}
        autoComplete="off"
        data-suggest={scriptTexts(reader)}
      />
    </>
  );
}

/** Texts for the script: headings by type of suggestion, and labels of recent searches. */
const scriptTexts = (reader: Reader): string =>
  JSON.stringify({
    listing: reader.text('suggest.listing'),
    category: reader.text('filter.category'),
    body: reader.text('filter.subcategory'),
    brand: reader.text('filter.brand'),
    model: reader.text('filter.model'),
    place: reader.text('filter.city'),
    seller: reader.text('compare.dealer'),
    recent: reader.text('suggest.recent'),
    clear: reader.text('suggest.clear'),
    remove: reader.text('suggest.remove'),
  });
