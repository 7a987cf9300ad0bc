import type { ReactElement } from 'react';
import { withCachedMarkup } from '../kept-markup.ts';
import { LANGUAGES, type Reader } from '../texts/reader.ts';
import { Logo } from '../ui/logo.tsx';
import { LanguageLink } from '../ui/language-link.tsx';
import type { NavCategory } from './header.tsx';

/** A page about the marketplace. Its title may be in another language than the page. */
export interface InfoLink {
  readonly slug: string;
  readonly title: string;
  readonly language: string;
}

export function Footer({
  reader,
  path,
  categories,
  info,
}: {
  reader: Reader;
  path: string;
  categories: readonly NavCategory[];
  info: readonly InfoLink[];
}): ReactElement {
  return (
    <footer className="foot night">
      <div className="wrap">
        <KeptColumns categories={categories} reader={reader} />
        <div className="legal row">
          <KeptInfoLinks info={info} reader={reader} />
          <nav className="push" aria-label={reader.text('nav.language')}>
            <ul>
              {LANGUAGES.map((language) => (
                <li key={language}>
                  <LanguageLink language={language} path={path} reader={reader} />
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </div>
    </footer>
  );
}

const KeptColumns = withCachedMarkup<{ categories: readonly NavCategory[] }>(({ categories, reader }) => {
  const own = `/${reader.language}`;
  return (
    <>
      <div>
        <a className="logo" href={`${own}/`}>
          <Logo size={30} />
          <span>{reader.text('site.name')}</span>
        </a>
        <p>{reader.text('site.claim')}</p>
      </div>
      <Column
        title={reader.text('footer.vehicles')}
        links={[
          [`${own}/search`, reader.text('nav.all')],
          ...categories.map(({ slug, name }) => [`${own}/${slug}`, name] as const),
        ]}
      />
      <Column
        title={reader.text('footer.buyers')}
        links={[
          [`${own}/favorites`, reader.text('nav.favorites')],
          [`${own}/saved`, reader.text('nav.saved')],
          [`${own}/compare`, reader.text('compare.title')],
          [`${own}/messages`, reader.text('nav.messages')],
        ]}
      />
      <Column
        title={reader.text('nav.dealers')}
        links={[
          [`${own}/sell`, reader.text('home.sell.title')],
          [`${own}/register?role=SELLER`, reader.text('sell.register')],
          ['/docs', reader.text('footer.api')],
          ['/about-this-server', reader.text('footer.about')],
        ]}
      />
    </>
  );
});

function Column({
  title,
  links,
}: {
  title: string;
  links: readonly (readonly [address: string, name: string])[];
}): ReactElement {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {links.map(([address, name]) => (
          <li key={address}>
            <a href={address}>{name}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const KeptInfoLinks = withCachedMarkup<{ info: readonly InfoLink[] }>(({ info, reader }) => (
  <nav aria-label={reader.text('footer.info')}>
    <ul>
      {info.map(({ slug, title, language }) => (
        <li key={slug}>
          <a
            href={`/${reader.language}/info/${slug}`}
            lang={language === reader.language ? undefined : language}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
));
