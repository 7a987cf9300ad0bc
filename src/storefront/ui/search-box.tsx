import type { ReactElement } from 'react';
import type { Reader } from '../texts/reader.ts';
import { Icon } from './icon.tsx';

/** Search box: works without a script; a script adds suggestions. */
export function SearchBox({ reader, q, id = 'q' }: { reader: Reader; q: string; id?: string }): ReactElement {
  return (
    <form className="find" role="search" action={`/${reader.language}/search`}>
      <SearchField reader={reader} q={q} id={id} />
      <button type="submit" className="plain">
        <Icon name="arrow-right" />
        <span className="unseen">{reader.text('search.button')}</span>
      </button>
    </form>
  );
}

/** For forms that ask for more than words. */
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
        data-suggest=""
      />
    </>
  );
}
