import type { ReactElement } from 'react';
import { LANGUAGE_NAMES, LANGUAGES, type Reader } from '../texts/reader.ts';

export function Footer({ reader, path }: { reader: Reader; path: string }): ReactElement {
  return (
    <footer className="site-footer">
      <div className="wrap">
        <p>
          <strong>{reader.text('site.name')}</strong> {reader.text('site.claim')}
        </p>
        <ul>
          <li>
            <a href="/docs">{reader.text('footer.api')}</a>
          </li>
          <li>
            <a href="/about-this-server">{reader.text('footer.about')}</a>
          </li>
        </ul>
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
