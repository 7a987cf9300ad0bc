import type { ReactElement } from 'react';
import { withCachedMarkup } from '../kept-markup.ts';
import { LANGUAGE_NAMES, LANGUAGES, type Reader } from '../texts/reader.ts';

/** A page about the marketplace. Its title may be in another language than the page. */
export interface InfoLink {
  readonly slug: string;
  readonly title: string;
  readonly language: string;
}

export function Footer({
  reader,
  path,
  info,
}: {
  reader: Reader;
  path: string;
  info: readonly InfoLink[];
}): ReactElement {
  return (
    <footer className="site-footer">
      <div className="wrap">
        <p>
          <strong>{reader.text('site.name')}</strong> {reader.text('site.claim')}
        </p>
        <KeptInfoLinks info={info} reader={reader} />
        <nav aria-label={reader.text('nav.language')}>
          <ul>
            {LANGUAGES.map((language) => (
              <li key={language}>
                <a
                  href={`/${language}${path}`}
                  lang={language}
                  hrefLang={language}
                  aria-current={language === reader.language ? 'true' : undefined}
                >
                  {LANGUAGE_NAMES[language]}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
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
      <li>
        <a href={`/${reader.language}/sell`}>{reader.text('nav.dealers')}</a>
      </li>
      <li>
        <a href="/docs">{reader.text('footer.api')}</a>
      </li>
      <li>
        <a href="/about-this-server">{reader.text('footer.about')}</a>
      </li>
    </ul>
  </nav>
));
