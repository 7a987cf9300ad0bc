import type { ReactElement } from 'react';
import type { Reader } from '../texts/reader.ts';
import { Icon } from './icon.tsx';

/** Pages shown on both sides of the current one. */
const AROUND = 2;

/** Links to the pages of a list: the first, the last and those around the current one. */
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
      {page > 1 && (
        <a className="step" rel="prev" href={hrefOf(page - 1)}>
          <Icon name="chevron-left" />
          <span className="unseen">{reader.text('search.previous')}</span>
        </a>
      )}
      {shownPages(page, pages).map((shown, at) =>
        shown === null ? (
          <span key={`gap-${at}`} aria-hidden="true">
            …
          </span>
        ) : shown === page ? (
          <span key={shown} aria-current="page">
            <span className="unseen">
              {reader.text('search.page', { page: reader.number(shown), pages: reader.number(pages) })}
            </span>
            <span aria-hidden="true">{reader.number(shown)}</span>
          </span>
        ) : (
          <a key={shown} href={hrefOf(shown)}>
            {reader.number(shown)}
          </a>
        ),
      )}
      {page < pages && (
        <a className="step" rel="next" href={hrefOf(page + 1)}>
          <span className="unseen">{reader.text('search.next')}</span>
          <Icon name="chevron-right" />
        </a>
      )}
    </nav>
  );
}

/** null: pages are left out. A gap of one page is that page. */
export function shownPages(page: number, pages: number): readonly (number | null)[] {
  const near = Array.from({ length: 2 * AROUND + 1 }, (_, at) => page - AROUND + at);
  const shown = [...new Set([1, ...near, pages])].filter((one) => one >= 1 && one <= pages);
  return shown.flatMap((one, at) => {
    const gap = one - (shown[at - 1] ?? 0);
    return gap === 1 ? [one] : gap === 2 ? [one - 1, one] : [null, one];
  });
}
