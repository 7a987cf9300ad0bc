import type { ReactElement } from 'react';
import { withCachedMarkup } from '../kept-markup.ts';
import type { Reader } from '../texts/reader.ts';
import { SearchBox } from '../ui/search-box.tsx';
import { PriceChooser, type PriceOffer } from './currency.tsx';
import { Logo } from '../ui/logo.tsx';

export interface NavCategory {
  readonly slug: string;
  readonly name: string;
  readonly count: number;
}

/** The same for all users, because public pages are cached; a script adds content for signed-in users. */
const OWN_LINKS = [
  ['/saved', 'nav.saved'],
  ['/favorites', 'nav.favorites'],
  ['/messages', 'nav.messages'],
  ['/account', 'nav.account'],
] as const;

export function Header({
  reader,
  categories,
  q,
  current,
  path,
  prices,
}: {
  reader: Reader;
  categories: readonly NavCategory[];
  q: string;
  current: string | undefined;
  path: string;
  prices: PriceOffer | null;
}): ReactElement {
  const { language } = reader;
  return (
    <header className="site-header">
      <div className="bar wrap">
        <a
          className="logo"
          href={`/${language}/`}
          aria-label={`${reader.text('site.name')}: ${reader.text('nav.home')}`}
        >
          <Logo size={30} />
          <span>{reader.text('site.name')}</span>
        </a>
        {path !== '/' && <SearchBox reader={reader} q={q} />}
        {prices !== null && <PriceChooser offer={prices} path={path} reader={reader} />}
        <KeptOwnLinks
          current={OWN_LINKS.find(([page]) => path.startsWith(page))?.[0] ?? null}
          reader={reader}
        />
      </div>
      <KeptCategories
        categories={categories}
        current={path.startsWith('/search') ? (current ?? ALL) : (current ?? null)}
        reader={reader}
      />
    </header>
  );
}

/** The link to everything, where a category could be. */
const ALL = '';

const KeptOwnLinks = withCachedMarkup<{ current: string | null }>(({ current, reader }) => (
  <nav className="own-links" aria-label={reader.text('nav.own')} data-session="">
    <ul>
      <li hidden data-workspace="">
        <a href="/dealer">{reader.text('nav.workspace')}</a>
      </li>
      <li hidden data-desk="">
        <a href="/admin">{reader.text('nav.desk')}</a>
      </li>
      {OWN_LINKS.map(([page, label]) => (
        <li key={page}>
          <a href={`/${reader.language}${page}`} aria-current={page === current ? 'page' : undefined}>
            {reader.text(label)}
          </a>
        </li>
      ))}
    </ul>
  </nav>
));

const KeptCategories = withCachedMarkup<{ categories: readonly NavCategory[]; current: string | null }>(
  ({ categories, current, reader }) => (
    <nav className="categories wrap" aria-label={reader.text('nav.categories')}>
      <ul>
        <li>
          <a href={`/${reader.language}/search`} aria-current={current === ALL ? 'page' : undefined}>
            {reader.text('nav.all')}
          </a>
        </li>
        {categories.map(({ slug, name }) => (
          <li key={slug}>
            <a href={`/${reader.language}/${slug}`} aria-current={slug === current ? 'page' : undefined}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  ),
);
