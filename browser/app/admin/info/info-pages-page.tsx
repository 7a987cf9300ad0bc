import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useWords } from '../../words.ts';
import { admin } from '../api.ts';
import { DeskLink, Section } from '../parts.tsx';

export function InfoPagesPage(): ReactElement {
  const words = useWords();
  const query = useQuery({ queryKey: ['info-pages'], queryFn: () => admin.infoPages.list() });
  return (
    <Page title={words.text('desk.admin.nav.info')} note={words.text('desk.info.note')}>
      <Loaded query={query} lines={8}>
        {({ pages }) => (
          <div className="stack">
            {pages.map(({ slug, languages }) => (
              <Section key={slug} title={slug}>
                <ul className="short-list">
                  {languages.map(({ language, title, version, publishedVersion }) => (
                    <li key={language}>
                      <span className="tag">{language}</span>
                      <span>
                        <DeskLink to={`/admin/info/${slug}/${language}`}>{title}</DeskLink>
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
      </Loaded>
    </Page>
  );
}
