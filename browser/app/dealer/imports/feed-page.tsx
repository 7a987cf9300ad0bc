import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useState } from 'react';
import { api, type ImportFeed, isRefusal } from '../../api.ts';
import { useMay } from '../../me.ts';
import { Confirm } from '../../ui/dialog.tsx';
import { Form, TextField, textOf } from '../../ui/form.tsx';
import { Loaded, problemText } from '../../ui/states.tsx';
import { say } from '../../ui/toasts.tsx';
import { useWords } from '../../words.ts';
import { Imports } from './imports.tsx';
import { ImportOptionFields, optionsOf } from './options.tsx';

const KEY = ['importFeed'] as const;

export function FeedPage(): ReactElement {
  const words = useWords();
  const query = useQuery({
    queryKey: KEY,
    queryFn: async (): Promise<{ feed: ImportFeed | null }> => {
      try {
        return { feed: (await api.importFeed.get()).pull };
      } catch (error) {
        if (isRefusal(error) && error.status === 404) return { feed: null };
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
  const queries = useQueryClient();
  const isAllowed = useMay('MANAGER');
  const [isLeaving, setLeaving] = useState(false);
  const stop = useMutation({
    mutationFn: () => api.importFeed.delete(),
    onSuccess: () => say(words.text('desk.feed.stopped')),
    onError: (error) => say(problemText(error, words), { isProblem: true }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
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
        <button type="button" className="danger" disabled={!isAllowed} onClick={() => setLeaving(true)}>
          {words.text('desk.feed.stop')}
        </button>
      </div>
      {lastError !== null && (
        <p className="attention">{words.text('desk.feed.lastError', { why: lastError })}</p>
      )}
      {lastImportId !== null && (
        <Link to={`/dealer/imports/${lastImportId}`}>{words.text('desk.feed.last')}</Link>
      )}
      {isLeaving && (
        <Confirm
          title={words.text('desk.feed.stop.title')}
          text={words.text('desk.feed.stop.text')}
          action={words.text('desk.feed.stop')}
          onConfirm={() => stop.mutate()}
          onClose={() => setLeaving(false)}
        />
      )}
    </section>
  );
}

function FeedForm({ feed }: { feed: ImportFeed | null }): ReactElement {
  const words = useWords();
  const queries = useQueryClient();
  const isAllowed = useMay('MANAGER');
  const save = async (values: FormData): Promise<void> => {
    await api.importFeed.set({ ...optionsOf(values), url: textOf(values, 'url') ?? '' });
    say(words.text('desk.feed.saved'));
    await queries.invalidateQueries({ queryKey: KEY });
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
          <ImportOptionFields {...(feed === null ? {} : { chosen: feed })} />
        </Form>
      </fieldset>
    </section>
  );
}
