import type { ReactElement } from 'react';
import type { Reader } from '../texts/reader.ts';

/** Links to the pages of a list. */
export function PagesNav({
  page,
  pages,
  hrefOf,
  reader,
}: {
  page: number;
  pages: number;
  hrefOf: (page: number) => string;
  reader: Reader;
}): ReactElement | null {
  if (pages <= 1) return null;
  return (
    <nav className="pages" aria-label={reader.text('search.pages')}>
      {page > 1 ? (
        <a rel="prev" href={hrefOf(page - 1)}>
          ‹ {reader.text('search.previous')}
        </a>
      ) : (
        <span />
      )}
      <span>{reader.text('search.page', { page: reader.number(page), pages: reader.number(pages) })}</span>
      {page < pages ? (
        <a rel="next" href={hrefOf(page + 1)}>
          {reader.text('search.next')} ›
        </a>
      ) : (
        <span />
      )}
    </nav>
  );
}
