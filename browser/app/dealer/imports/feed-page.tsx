import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useAction } from '../../action.ts';
import { api, type ImportFeed, isApiError } from '../../api.ts';
import { useGuard, useHasRole } from '../../me.ts';
import { read } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { confirmFirst } from '../../ui/confirm.tsx';
import { Form, TextField, textOf } from '../../ui/form.tsx';
import { Link } from '../../ui/link.tsx';
import { Loaded } from '../../ui/states.tsx';
import { notify } from '../../ui/toasts.tsx';
import { useWords } from '../../words.ts';
import { Imports } from './imports.tsx';
import { ImportOptionFields, optionsOf } from './options.tsx';

export function FeedPage(): ReactElement {
  const words = useWords();
  const query = useQuery({
    queryKey: [...read('importFeed.get').queryKey, 'or none'],
    queryFn: async (): Promise<{ feed: ImportFeed | null }> => {
      try {
        return { feed: (await api.importFeed.get()).pull };
      } catch (error) {
        if (isApiError(error) && error.status === 404) return { feed: null };
        throw error;
      }
    },
  });
  return (
    <Imports title={words.text('desk.imports.feed')} note={words.text('desk.feed.intro')}>
      <Loaded query={query}>
        {({ feed }) => (
          <div className="stack narrow">
            {feed !== null && <Running feed={feed} />}
            <FeedForm key={feed?.updatedAt} feed={feed} />
          </div>
        )}
      </Loaded>
    </Imports>
  );
}

function Running({ feed }: { feed: ImportFeed }): ReactElement {
  const words = useWords();
  const { disabled } = useGuard('MANAGER');
  const [act] = useAction();
  const stop = (): void =>
    confirmFirst({
      title: words.text('desk.feed.stop.title'),
      text: words.text('desk.feed.stop.text'),
      action: words.text('desk.feed.stop'),
      onConfirm: () => act(() => api.importFeed.delete(), { done: words.text('desk.feed.stopped') }),
    });
  const { everyMinutes, nextAt, lastError, lastImportId } = feed;
  return (
    <section className="panel stack" aria-label={words.text('desk.imports.state')}>
      <div className="row spread">
        <span className={lastError === null ? 'state is-good' : 'state is-bad'}>
          {everyMinutes === null
            ? words.text('desk.feed.notIncluded')
            : `${words.text('desk.feed.every', { span: words.span(everyMinutes) })} · ${words.text('desk.feed.next', { when: words.moment(nextAt) })}`}
        </span>
        <Button text="desk.feed.stop" className="danger" disabled={disabled} onClick={stop} />
      </div>
      {lastError !== null && (
        <p className="attention">{words.text('desk.feed.lastError', { why: lastError })}</p>
      )}
      {lastImportId !== null && (
        <Link to={`/dealer/imports/${lastImportId}`}>{words.text('desk.feed.last')}</Link>
      )}
    </section>
  );
}

function FeedForm({ feed }: { feed: ImportFeed | null }): ReactElement {
  const words = useWords();
  const isAllowed = useHasRole('MANAGER');
  const save = async (values: FormData): Promise<void> => {
    await api.importFeed.set({ ...optionsOf(values), url: textOf(values, 'url') ?? '' });
    notify(words.text('desk.feed.saved'));
  };
  return (
    <section className="panel" aria-label={words.text('desk.imports.feed')}>
      <fieldset disabled={!isAllowed}>
        <Form onSubmit={save} submit={words.text('desk.feed.save')}>
          <TextField
            name="url"
            type="url"
            label={words.text('desk.imports.url')}
            hint={words.text('desk.imports.url.hint')}
            defaultValue={feed?.url}
            placeholder="https://"
            required
          />
          <ImportOptionFields chosen={feed ?? undefined} />
        </Form>
      </fieldset>
    </section>
  );
}
