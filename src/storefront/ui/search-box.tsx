import type { ReactElement } from 'react';
import type { Reader } from '../texts/reader.ts';

/** Search box: works without a script; a script adds suggestions. */
export function SearchBox({ reader, q, id = 'q' }: { reader: Reader; q: string; id?: string }): ReactElement {
  return (
    <form className="search-box" role="search" action={`/${reader.language}/search`}>
      <label htmlFor={id} className="unseen">
        {reader.text('search.label')}
      </label>
      <input
        id={id}
        name="q"
        type="search"
        defaultValue={q}
        maxLength={200}
        placeholder={reader.text('search.placeholder')}
        autoComplete="off"
        data-suggest=""
      />
      <button type="submit">{reader.text('search.button')}</button>
    </form>
  );
}
