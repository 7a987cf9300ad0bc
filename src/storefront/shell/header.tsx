import type { ReactElement } from 'react';
import { withCachedMarkup } from '../kept-markup.ts';
import { LANGUAGES, type Reader } from '../texts/reader.ts';
import { Icon } from '../ui/icon.tsx';
import { LanguageLink } from '../ui/language-link.tsx';
import { Logo } from '../ui/logo.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { PriceChooser, PriceLinks, type PriceOffer, pricesMark } from './currency.tsx';

export interface NavCategory {
  readonly slug: string;
  readonly name: string;
  readonly count: number;
}

interface HeaderProps {
  readonly reader: Reader;
  readonly categories: readonly NavCategory[];
  readonly q: string;
  /** Slug of the category to which the search box limits a search. */
  readonly within: string | undefined;
  readonly current: string | undefined;
  readonly path: string;
  /** Whether the header lies over the page's image. It then omits search and categories, because the page begins with them. */
  readonly isOverHero: boolean;
  readonly prices: PriceOffer | null;
}

/** The header. It is the same for all users, because public pages are cached; a script adds content for signed-in users. */
export function Header({
  reader,
  categories,
  q,
  within,
  current,
  path,
  isOverHero,
  prices,
}: HeaderProps): ReactElement {
  return (
    <header className={isOverHero ? 'top over night' : 'top'}>
      <div className="bar wrap">
        <a
          className="logo"
          href={`/${reader.language}/`}
          aria-label={`${reader.text('site.name')}: ${reader.text('nav.home')}`}
        >
          <Logo size={30} />
          <span className={isOverHero ? undefined : 'wide-only'}>{reader.text('site.name')}</span>
        </a>
        {!isOverHero && (
          <SearchBox reader={reader} q={q} within={categories.find(({ slug }) => slug === within)} />
        )}
        <nav className="own" aria-label={reader.text('nav.own')} data-session="">
          <a className="sell" href={`/${reader.language}/sell`}>
            {reader.text('nav.sell')}
          </a>
          <LanguageChoice path={path} reader={reader} />
          {prices !== null && <PriceChooser offer={prices} path={path} reader={reader} />}
          <KeptOwnLinks
            current={OWN_PATHS.find((page) => path.split('?')[0] === page) ?? null}
            reader={reader}
          />
          <Menu path={path} prices={prices} reader={reader} />
        </nav>
      </div>
      {!isOverHero && (
        <KeptCategories
          categories={categories}
          current={path.startsWith('/search') ? (current ?? ALL) : (current ?? null)}
          reader={reader}
        />
      )}
    </header>
  );
}

/** The link to everything, where a category could be. */
const ALL = '';

const OWN_PATHS = ['/favorites', '/messages', '/notifications', '/sign-in', '/account', '/saved'] as const;

type OwnPath = (typeof OWN_PATHS)[number];

function LanguageChoice({ path, reader }: { path: string; reader: Reader }): ReactElement {
  return (
    <details className="drop" data-drop="">
      <summary>
        <span className="unseen">{reader.text('nav.language')}: </span>
        <Icon name="world" />
        {reader.language.toUpperCase()}
        <Icon name="chevron-down" small className="turn" />
      </summary>
      <div className="sheet">
        <LanguageLinks path={path} reader={reader} />
      </div>
    </details>
  );
}

function LanguageLinks({ path, reader }: { path: string; reader: Reader }): ReactElement {
  return (
    <>
      {LANGUAGES.map((language) => (
        <LanguageLink key={language} language={language} path={path} reader={reader} />
      ))}
    </>
  );
}

interface OwnLinkProps {
  readonly to: OwnPath;
  readonly current: OwnPath | null;
  readonly reader: Reader;
}

const currentOf = ({ to, current }: OwnLinkProps): 'page' | undefined =>
  to === current ? 'page' : undefined;

const KeptOwnLinks = withCachedMarkup<{ current: OwnPath | null }>(({ current, reader }) => {
  const { language } = reader;
  const link = (to: OwnPath) => ({
    href: `/${language}${to}`,
    'aria-current': currentOf({ to, current, reader }),
  });
  return (
    <>
      <a className="heart-link" {...link('/favorites')}>
        <Icon name="heart" />
        <span className="hush">{reader.text('nav.favorites')}</span>
        <Count of="favorites" />
      </a>
      <a className="messages-link" {...link('/messages')}>
        <Icon name="message" />
        {reader.text('nav.messages')}
        <Count of="messages" />
      </a>
      <a className="bell-link" {...link('/notifications')} hidden data-signed-in="">
        <Icon name="bell" />
        <span className="unseen">{reader.text('notices.title')}</span>
        <Count of="notices" />
      </a>
      <a className="button" {...link('/sign-in')} data-signed-out="">
        <Icon name="user" className="phone" />
        <span className="hush">{reader.text('signIn.title')}</span>
      </a>
      <details className="drop account" hidden data-signed-in="" data-drop="">
        <summary>
          <span data-portrait="">
            <Icon name="user" />
          </span>
          <span className="hush" data-name="">
            {reader.text('nav.account')}
          </span>
          <Icon name="chevron-down" small className="turn" />
        </summary>
        <div className="sheet">
          <a {...link('/account')}>{reader.text('nav.account')}</a>
          <a {...link('/saved')}>{reader.text('nav.saved')}</a>
          <a className="phone" {...link('/notifications')}>
            {reader.text('notices.title')}
            <Count of="notices" />
          </a>
          <a href="/dealer" hidden data-workspace="">
            {reader.text('nav.workspace')}
          </a>
          <a href="/admin" hidden data-desk="">
            {reader.text('nav.desk')}
          </a>
          <form method="post" action={`/${language}/account`} data-sign-out="">
            <input type="hidden" name="do" value="sign-out" />
            <button className="plain">{reader.text('account.signOut')}</button>
          </form>
        </div>
      </details>
    </>
  );
});

/** A count that a script fills in. */
function Count({ of }: { of: 'favorites' | 'messages' | 'notices' }): ReactElement {
  return <span className="n" hidden data-count={of} />;
}

/** The menu on a phone, for entries that do not fit into the header. */
function Menu({ path, prices, reader }: Pick<HeaderProps, 'path' | 'prices' | 'reader'>): ReactElement {
  return (
    <details className="drop menu phone" data-drop="">
      <summary>
        <Icon name="menu-2" />
        <span className="unseen">{reader.text('nav.menu')}</span>
      </summary>
      <div className="sheet">
        <a href={`/${reader.language}/messages`}>
          <Icon name="message" />
          {reader.text('nav.messages')}
          <Count of="messages" />
        </a>
        <a href={`/${reader.language}/saved`}>
          <Icon name="bell" />
          {reader.text('nav.saved')}
        </a>
        <a href={`/${reader.language}/sell`}>
          <Icon name="building-store" />
          {reader.text('nav.sell')}
        </a>
        <p className="sheet-title">
          <Icon name="world" />
          {reader.text('nav.language')}
        </p>
        <LanguageLinks path={path} reader={reader} />
        {prices !== null && (
          <>
            <p className="sheet-title">
              <Icon name="coin-euro" />
              {reader.text('prices.currency')}
            </p>
            <div className="pair" data-prices={pricesMark(prices)}>
              <PriceLinks offer={prices} path={path} reader={reader} />
            </div>
          </>
        )}
      </div>
    </details>
  );
}

const KeptCategories = withCachedMarkup<{ categories: readonly NavCategory[]; current: string | null }>(
  ({ categories, current, reader }) => (
    <nav className="kinds wrap wide-only" aria-label={reader.text('nav.categories')}>
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
