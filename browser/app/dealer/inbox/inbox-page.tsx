/** Conversations beside their vehicle: list, messages, listing. On a phone one of them at a time. */
import { type InfiniteData, keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, type RefObject, useEffect, useRef } from 'react';
import { api, type Conversation, type ConversationMessages, pathOf } from '../../api.ts';
import { useKeys } from '../../keys.ts';
import { useMay } from '../../me.ts';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Loaded, problemText } from '../../ui/states.tsx';
import { Pager } from '../../ui/table.tsx';
import { say } from '../../ui/toasts.tsx';
import { useGo, useParam, useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { Thread } from './thread.tsx';

const LIMIT = 30;
const FILTERS = ['open', 'unread', 'archived'] as const;

export function InboxPage(): ReactElement {
  const words = useWords();
  const go = useGo();
  const queries = useQueryClient();
  const id = useParam('id');
  const mayWrite = useMay('AGENT');
  const [state, change] = useUrlState();
  const filter = FILTERS.find((one) => one === state['show']) ?? 'open';
  const page = Math.max(1, Number(state['page'] ?? 1) || 1);
  const key = ['conversations', filter, page];
  const query = useQuery({
    queryKey: key,
    queryFn: () =>
      api.conversations.list({ page, limit: LIMIT, ...(filter === 'open' ? {} : { status: filter }) }),
    placeholderData: keepPreviousData,
  });
  const list = query.data?.conversations ?? [];
  const search = new URLSearchParams(state).toString();
  const listAddress = `/dealer/inbox${search === '' ? '' : `?${search}`}`;
  const addressOf = (one: string): string => listAddress.replace('/inbox', `/inbox/${one}`);
  const placeRef = usePlace(id, list);
  const open = (one: Conversation | undefined): void => {
    if (one === undefined) return;
    placeRef.current = { id: one.id, at: list.indexOf(one) };
    go(addressOf(one.id));
  };
  const step = (by: number): void => {
    const at = list.findIndex((one) => one.id === placeRef.current.id);
    // Where the shown one has left the list, the next one has taken its place.
    open(list[at === -1 ? Math.max(0, placeRef.current.at + Math.min(by, 0)) : at + by]);
  };
  const refresh = (of: string): void => {
    void queries.invalidateQueries({ queryKey: ['conversations'] });
    void queries.invalidateQueries({ queryKey: ['conversation', of] });
  };
  const unarchive = async (of: string): Promise<void> => {
    try {
      await api.conversations.unarchive(of);
    } catch (error) {
      say(problemText(error, words), { isProblem: true });
    }
    refresh(of);
  };
  /** It leaves the list at once, and its neighbour is shown, so that no key waits for an answer. */
  const leave = (of: string): void => {
    const at = list.findIndex((one) => one.id === of);
    if (at === -1) return;
    // What is on its way still has it.
    void queries.cancelQueries({ queryKey: ['conversations'] });
    queries.setQueryData<typeof query.data>(key, (before) =>
      before === undefined ? undefined : { ...before, conversations: list.filter((one) => one.id !== of) },
    );
    const next = list[at + 1] ?? list[at - 1];
    if (next === undefined) go(listAddress);
    else open(next);
  };
  const isArchived = (of: string): boolean =>
    queries.getQueryData<InfiniteData<ConversationMessages>>(['conversation', of])?.pages[0]?.conversation
      .archived ?? filter === 'archived';
  const archive = async (): Promise<void> => {
    const { id: of } = placeRef.current;
    if (of === '') return;
    if (isArchived(of)) {
      if (filter === 'archived') leave(of);
      await unarchive(of);
      return;
    }
    if (filter !== 'archived') leave(of);
    try {
      await api.conversations.archive(of);
      say(words.text('desk.inbox.archived.done'), {
        action: {
          label: words.text('desk.undo'),
          run: () => void unarchive(of).then(() => go(addressOf(of))),
        },
      });
    } catch (error) {
      say(problemText(error, words), { isProblem: true });
    }
    refresh(of);
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    ...(mayWrite ? { e: () => void archive() } : {}),
    r: () => document.querySelector<HTMLTextAreaElement>('.composer textarea')?.focus(),
  });
  return (
    <Page
      title={words.text('desk.nav.inbox')}
      actions={
        <Link className="button quiet" to="/dealer/templates">
          {words.text('desk.nav.templates')}
        </Link>
      }
    >
      <div className={id === '' ? 'inbox' : 'inbox has-thread'}>
        <section className="inbox-list" aria-label={words.text('desk.inbox.which')}>
          <div className="tabs" role="group" aria-label={words.text('desk.inbox.which')}>
            <ul>
              {FILTERS.map((one) => (
                <li key={one}>
                  <button
                    type="button"
                    aria-pressed={one === filter}
                    onClick={() => change({ show: one === 'open' ? undefined : one, page: undefined })}
                  >
                    {words.text(`desk.inbox.${one}`)}
                    {one === 'unread' && (query.data?.summary.unread ?? 0) > 0 && (
                      <span className="number note">{query.data?.summary.unread}</span>
                    )}
                  </button>
                </li>
              ))}
            </ul>
          </div>
          <Loaded query={query}>
            {({ conversations, pagination }) =>
              conversations.length === 0 ? (
                <Empty title={words.text('desk.inbox.none')}>
                  <p>{words.text('desk.inbox.none.text')}</p>
                </Empty>
              ) : (
                <>
                  <ul className="conversations">
                    {conversations.map((conversation) => (
                      <ConversationRow
                        key={conversation.id}
                        conversation={conversation}
                        to={addressOf(conversation.id)}
                        isCurrent={conversation.id === id}
                      />
                    ))}
                  </ul>
                  {pagination.total > LIMIT && <Pager page={page} limit={LIMIT} total={pagination.total} />}
                </>
              )
            }
          </Loaded>
        </section>
        {id === '' ? (
          <p className="inbox-none note wide-only">{words.text('desk.inbox.choose')}</p>
        ) : (
          <Thread
            key={id}
            id={id}
            listAddress={listAddress}
            mayWrite={mayWrite}
            onArchive={() => void archive()}
          />
        )}
      </div>
    </Page>
  );
}

/**
 * Which conversation is shown or on its way, and its place in the list as long as it was there: keys may come faster than
 * pages, and a conversation that is read or archived may leave the list while it is shown.
 */
function usePlace(id: string, list: readonly Conversation[]): RefObject<{ id: string; at: number }> {
  const place = useRef({ id, at: 0 });
  useEffect(() => {
    place.current = { id, at: place.current.id === id ? place.current.at : 0 };
  }, [id]);
  useEffect(() => {
    const at = list.findIndex((one) => one.id === place.current.id);
    if (at !== -1) place.current.at = at;
  }, [id, list]);
  return place;
}

function ConversationRow({
  conversation,
  to,
  isCurrent,
}: {
  conversation: Conversation;
  to: string;
  isCurrent: boolean;
}): ReactElement {
  const words = useWords();
  const go = useGo();
  const { participant, listing, last_message: last, unread_count: unread, updated_at: at } = conversation;
  return (
    <li className={unread > 0 ? 'conversation unread' : 'conversation'}>
      <a
        href={to}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          go(to);
        }}
      >
        {listing.thumbnail === null ? (
          <span className="thumbnail none">
            <Icon name="photo" />
          </span>
        ) : (
          <img className="thumbnail" src={pathOf(listing.thumbnail)} alt="" width={64} height={48} />
        )}
        <span className="conversation-text">
          <span className="conversation-top">
            <strong>{participant.name}</strong>
            <time className="note" dateTime={at}>
              {words.date(at)}
            </time>
          </span>
          <span className="note">{listing.title}</span>
          <span className="conversation-foot">
            <span className="conversation-last">{last?.content ?? ''}</span>
            {unread > 0 && (
              <span className="badge">
                <span aria-hidden="true">{unread}</span>
                <span className="unseen">{words.count('desk.badge', unread)}</span>
              </span>
            )}
          </span>
        </span>
      </a>
    </li>
  );
}
