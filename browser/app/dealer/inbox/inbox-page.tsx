/** Conversations: list, messages and vehicle next to each other, or one of them at a time on a phone. */
import { type InfiniteData, keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactElement, type RefObject, useEffect, useRef } from 'react';
import { useAction } from '../../action.ts';
import { api, type Conversation, type ConversationMessages } from '../../api.ts';
import { useKeys } from '../../keys.ts';
import { useHasRole } from '../../me.ts';
import type { Address } from '../../paths.ts';
import { queryClient, read } from '../../query.ts';
import { oneOf } from '../../ui/filters.tsx';
import { Thumbnail } from '../../ui/image.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Empty, Loaded } from '../../ui/states.tsx';
import { Pager } from '../../ui/table.tsx';
import { useGo, usePage, useParam, useUrlState } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { Thread } from './thread.tsx';

const LIMIT = 30;
const FILTERS = ['open', 'unread', 'archived'] as const;

export function InboxPage(): ReactElement {
  const words = useWords();
  const go = useGo();
  const id = useParam('id');
  const canWrite = useHasRole('AGENT');
  const [state, change] = useUrlState();
  const filter = oneOf(FILTERS, state['show']) ?? 'open';
  const page = usePage();
  const options = read('conversations.list', {
    page,
    limit: LIMIT,
    status: filter === 'open' ? undefined : filter,
  });
  const query = useQuery({ ...options, placeholderData: keepPreviousData });
  const list = query.data?.conversations ?? [];
  const search = new URLSearchParams(state).toString();
  const listAddress: Address = search === '' ? '/dealer/inbox' : `/dealer/inbox?${search}`;
  const addressOf = (conversationId: string): Address =>
    search === '' ? `/dealer/inbox/${conversationId}` : `/dealer/inbox/${conversationId}?${search}`;
  const shownRef = useShownConversation(id, list);
  const open = (conversation: Conversation | undefined): void => {
    if (conversation === undefined) return;
    shownRef.current = { id: conversation.id, index: list.indexOf(conversation) };
    void go(addressOf(conversation.id));
  };
  const step = (by: number): void => {
    const index = list.findIndex(({ id: listed }) => listed === shownRef.current.id);
    // If the current conversation has left the list, the next one has its index now.
    open(list[index === -1 ? Math.max(0, shownRef.current.index + Math.min(by, 0)) : index + by]);
  };
  const [act] = useAction();
  /** Removes a conversation from the list and opens its neighbor without waiting for the server. */
  const removeFromList = (removed: string): void => {
    const index = list.findIndex((conversation) => conversation.id === removed);
    if (index === -1) return;
    // A response that is under way still contains it.
    void queryClient.cancelQueries({ queryKey: options.queryKey });
    queryClient.setQueryData(options.queryKey, (before) =>
      before === undefined
        ? undefined
        : { ...before, conversations: list.filter((conversation) => conversation.id !== removed) },
    );
    const next = list[index + 1] ?? list[index - 1];
    if (next === undefined) void go(listAddress);
    else open(next);
  };
  const isArchived = (conversationId: string): boolean =>
    queryClient.getQueryData<InfiniteData<ConversationMessages>>([
      ...read('conversations.get', conversationId).queryKey,
      'pages',
    ])?.pages[0]?.conversation.archived ?? filter === 'archived';
  const archive = async (): Promise<void> => {
    const { id: current } = shownRef.current;
    if (current === '') return;
    if (isArchived(current)) {
      if (filter === 'archived') removeFromList(current);
      await act(() => api.conversations.unarchive(current));
      return;
    }
    if (filter !== 'archived') removeFromList(current);
    await act(() => api.conversations.archive(current), {
      done: words.text('desk.inbox.archived.done'),
      undo: async () => {
        await api.conversations.unarchive(current);
        await go(addressOf(current));
      },
    });
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    ...(canWrite ? { e: () => void archive() } : {}),
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
              {FILTERS.map((option) => (
                <li key={option}>
                  <button
                    type="button"
                    aria-pressed={option === filter}
                    onClick={() => change({ show: option === 'open' ? undefined : option, page: undefined })}
                  >
                    {words.text(`desk.inbox.${option}`)}
                    {option === 'unread' && (query.data?.summary.unread ?? 0) > 0 && (
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
            canWrite={canWrite}
            onArchive={() => void archive()}
          />
        )}
      </div>
    </Page>
  );
}

/**
 * The conversation that is current or being opened, and its last index in the list.
 * Keys can be faster than pages, and a conversation that is read or archived can leave the list while it is current.
 */
function useShownConversation(
  id: string,
  list: readonly Conversation[],
): RefObject<{ id: string; index: number }> {
  const current = useRef({ id, index: 0 });
  useEffect(() => {
    current.current = { id, index: current.current.id === id ? current.current.index : 0 };
  }, [id]);
  useEffect(() => {
    const index = list.findIndex((conversation) => conversation.id === current.current.id);
    if (index !== -1) current.current.index = index;
  }, [id, list]);
  return current;
}

function ConversationRow({
  conversation,
  to,
  isCurrent,
}: {
  conversation: Conversation;
  to: Address;
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
          void go(to);
        }}
      >
        <Thumbnail url={listing.thumbnail} />
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
