import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useRef, useState } from 'react';
import { type Draft, dropDraft, keepDraft, readDraft } from '../../../shared/drafts.ts';
import { useAction } from '../../action.ts';
import { isApiError } from '../../api.ts';
import { useSession } from '../../me.ts';
import { confirmFirst } from '../../ui/confirm.tsx';
import { DraftBanner, FieldError, Form, TextArea, TextField, textOf } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { Load, Section } from '../../ui/section.tsx';
import { Loaded } from '../../ui/states.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useParam } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { admin, adminRead } from '../api.ts';
import { PersonLink } from '../people.tsx';

const SHOWN = 20;

export function InfoPagePage(): ReactElement {
  const words = useWords();
  const [act] = useAction();
  const slug = useParam('slug');
  const language = useParam('language');
  const query = useQuery({
    queryKey: [...adminRead('infoPages.get', slug, language).queryKey, 'etag'],
    queryFn: async () => {
      const response = await admin.infoPages.get(slug, language).answer();
      return { ...response.data, etag: response.etag };
    },
  });
  const publish = (version: number): void => {
    const action = words.text('desk.info.publish', { version });
    confirmFirst({
      title: action,
      text: words.text('desk.info.publish.text'),
      action,
      onConfirm: () =>
        act(() => admin.infoPages.publish(slug, language, { version }), {
          done: words.text('desk.info.isPublished'),
        }),
    });
  };
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
              <button type="button" onClick={() => publish(version)}>
                {words.text('desk.info.publish', { version })}
              </button>
            )
          }
        >
          <div className="stack">
            <section className="panel" aria-label={words.text('desk.info.text')}>
              <TextForm key={version} place={{ slug, language }} page={{ title, body, etag }} />
            </section>
            <Section title={words.text('desk.info.versions')}>
              <Versions slug={slug} language={language} onPublish={publish} />
            </Section>
          </div>
        </Page>
      )}
    </Loaded>
  );
}

interface PageDraft extends Draft {
  /** ETag of the version that the draft is based on. */
  readonly etag: string | null;
  readonly title: string;
  readonly body: string;
}

/** The text of a page. Restores a draft that was not saved. */
function TextForm({
  place: { slug, language },
  page,
}: {
  place: { readonly slug: string; readonly language: string };
  page: { readonly title: string; readonly body: string; readonly etag: string | null };
}): ReactElement {
  const words = useWords();
  const account = useSession().user.id;
  const object = `info-${slug}-${language}`;
  const [draft, setDraft] = useState(() => readDraft<PageDraft>(account, object));
  const { title, body } = draft ?? page;
  // Detects a version that another administrator has saved since the typing began.
  const etag = useRef((draft ?? page).etag);
  const keep = (typed: { title: string; body: string }): void =>
    keepDraft<PageDraft>(account, object, { at: new Date().toISOString(), etag: etag.current, ...typed });
  const save = async (values: FormData): Promise<void> => {
    const texts = textsIn(values);
    try {
      await admin.infoPages.write(slug, language, texts, { ifMatch: etag.current ?? undefined });
    } catch (error) {
      if (!isApiError(error) || error.status !== 412) throw error;
      etag.current = (await admin.infoPages.get(slug, language).answer()).etag;
      keep(texts);
      throw new FieldError('body', words.text('desk.form.changed'));
    }
    dropDraft(account, object);
    notify(words.text('desk.info.saved'));
  };
  return (
    <>
      {draft !== null && (
        <DraftBanner
          at={draft.at}
          onDiscard={() => {
            dropDraft(account, object);
            etag.current = page.etag;
            setDraft(null);
          }}
        />
      )}
      <div
        onInput={({ currentTarget }) => {
          const form = currentTarget.querySelector('form');
          if (form === null) return;
          const typed = textsIn(new FormData(form));
          if (typed.title === page.title && typed.body === page.body) dropDraft(account, object);
          else keep(typed);
        }}
      >
        <Form key={draft?.at ?? ''} submit={words.text('desk.info.save')} onSubmit={save}>
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
      </div>
    </>
  );
}

function textsIn(values: FormData): { title: string; body: string } {
  return { title: textOf(values, 'title') ?? '', body: textOf(values, 'body') ?? '' };
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
  const publish = (version: number): ReactElement => (
    <button type="button" className="quiet" onClick={() => onPublish(version)}>
      {words.text('desk.info.publish', { version })}
    </button>
  );
  return (
    <Load query={adminRead('infoPages.listVersions', slug, language, { limit: SHOWN })}>
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
    </Load>
  );
}
