import type { ReactElement } from 'react';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Load, Section } from '../../ui/section.tsx';
import { useWords } from '../../words.ts';
import { adminRead } from '../api.ts';

export function InfoPagesPage(): ReactElement {
  const words = useWords();
  return (
    <Page title={words.text('desk.admin.nav.info')} note={words.text('desk.info.note')}>
      <Load query={adminRead('infoPages.list')} lines={8}>
        {({ pages }) => (
          <div className="stack">
            {pages.map(({ slug, languages }) => (
              <Section key={slug} title={slug}>
                <ul className="short-list">
                  {languages.map(({ language, title, version, publishedVersion }) => (
                    <li key={language}>
                      <span className="tag">{language}</span>
                      <span>
                        <Link to={`/admin/info/${slug}/${language}`}>{title}</Link>
                        <span className="note">
                          {publishedVersion === 0
                            ? words.text('desk.info.ships')
                            : words.text('desk.info.published', { version: publishedVersion })}
                          {version > publishedVersion && ` · ${words.text('desk.info.newer', { version })}`}
                        </span>
                      </span>
                    </li>
                  ))}
                </ul>
              </Section>
            ))}
          </div>
        )}
      </Load>
    </Page>
  );
}
