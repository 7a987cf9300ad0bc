import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { Confirm } from '../../ui/dialog.tsx';
import { Form, TextArea, TextField, textOf } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { Loaded } from '../../ui/states.tsx';
import { say } from '../../ui/toasts.tsx';
import { useParam } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { admin } from '../api.ts';
import { Section, useAct } from '../parts.tsx';
import { PersonLink } from '../people.tsx';

const STALE = ['info-pages', 'info-page', 'audit'];
const SHOWN = 20;

export function InfoPagePage(): ReactElement {
  const words = useWords();
  const queries = useQueryClient();
  const act = useAct();
  const slug = useParam('slug');
  const language = useParam('language');
  const [publishing, setPublishing] = useState<number | null>(null);
  const query = useQuery({
    queryKey: ['info-page', slug, language],
    queryFn: async () => {
      const answer = await admin.infoPages.get(slug, language).answer();
      return { ...answer.data, etag: answer.etag };
    },
  });
  return (
    <Loaded query={query} lines={10}>
      {({ title, body, version, publishedVersion, etag }) => (
        <Page
          title={`${title} (${language})`}
          note={
            publishedVersion === 0
              ? words.text('desk.info.ships')
              : words.text('desk.info.published', { version: publishedVersion })
          }
          actions={
            version !== publishedVersion && (
              <button type="button" onClick={() => setPublishing(version)}>
                {words.text('desk.info.publish', { version })}
              </button>
            )
          }
        >
          <div className="stack">
            <section className="panel" aria-label={words.text('desk.info.text')}>
              <Form
                key={version}
                submit={words.text('desk.info.save')}
                onSubmit={async (values) => {
                  await admin.infoPages.write(
                    slug,
                    language,
                    { title: textOf(values, 'title') ?? '', body: textOf(values, 'body') ?? '' },
                    etag === null ? {} : { ifMatch: etag },
                  );
                  say(words.text('desk.info.saved'));
                  await Promise.all(STALE.map((key) => queries.invalidateQueries({ queryKey: [key] })));
                }}
              >
                <TextField name="title" label={words.text('desk.info.title')} defaultValue={title} required />
                <TextArea
                  name="body"
                  label={words.text('desk.info.text')}
                  hint={words.text('desk.info.markdown')}
                  rows={24}
                  lang={language}
                  defaultValue={body}
                  required
                />
              </Form>
            </section>
            <Section title={words.text('desk.info.versions')}>
              <Versions slug={slug} language={language} onPublish={setPublishing} />
            </Section>
          </div>
          {publishing !== null && (
            <Confirm
              title={words.text('desk.info.publish', { version: publishing })}
              text={words.text('desk.info.publish.text')}
              action={words.text('desk.info.publish', { version: publishing })}
              onConfirm={() =>
                void act(() => admin.infoPages.publish(slug, language, { version: publishing }), {
                  stale: STALE,
                  done: words.text('desk.info.isPublished'),
                })
              }
              onClose={() => setPublishing(null)}
            />
          )}
        </Page>
      )}
    </Loaded>
  );
}

function Versions({
  slug,
  language,
  onPublish,
}: {
  slug: string;
  language: string;
  onPublish: (version: number) => void;
}): ReactElement {
  const words = useWords();
  const query = useQuery({
    queryKey: ['info-page', slug, language, 'versions'],
    queryFn: () => admin.infoPages.listVersions(slug, language, { limit: SHOWN }),
  });
  const publish = (version: number): ReactElement => (
    <button type="button" className="quiet" onClick={() => onPublish(version)}>
      {words.text('desk.info.publish', { version })}
    </button>
  );
  return (
    <Loaded query={query}>
      {({ versions }) => (
        <ul className="short-list">
          {versions.map(({ version, title, writtenBy, writtenAt }) => (
            <li key={version}>
              <span>
                {version}. {title}
                <span className="note">
                  {words.moment(writtenAt)}
                  {writtenBy !== null && (
                    <>
                      {' '}
                      · <PersonLink id={writtenBy} />
                    </>
                  )}
                </span>
              </span>
              {publish(version)}
            </li>
          ))}
          <li>
            <span>{words.text('desk.info.ships')}</span>
            {publish(0)}
          </li>
        </ul>
      )}
    </Loaded>
  );
}
