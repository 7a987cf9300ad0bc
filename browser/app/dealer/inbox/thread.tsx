/** One conversation: its messages, the way to answer, and the vehicle it is about. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Portrait } from '../../../../src/storefront/ui/portrait.tsx';
import { api, type ConversationMessages, type Message, pathOf } from '../../api.ts';
import { useSession } from '../../me.ts';
import { Confirm, Dialog } from '../../ui/dialog.tsx';
import { Form, SelectField, TextArea, textOf } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Loaded, problemText } from '../../ui/states.tsx';
import { say } from '../../ui/toasts.tsx';
import { useGo } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { ListingState, type Status } from '../listings/status.tsx';
import { Composer } from './composer.tsx';

const MESSAGES = 50;
const BLOCKS = ['blocks'] as const;
const REASONS = ['spam', 'fraud', 'harassment', 'inappropriate', 'other'] as const;

type Detail = ConversationMessages['conversation'];

export function Thread({
  id,
  listAddress,
  mayWrite,
  onArchive,
}: {
  id: string;
  listAddress: string;
  mayWrite: boolean;
  onArchive: () => void;
}): ReactElement {
  const words = useWords();
  const queries = useQueryClient();
  const query = useInfiniteQuery({
    queryKey: ['conversation', id],
    queryFn: ({ pageParam }) =>
      api.conversations.get(id, {
        limit: MESSAGES,
        ...(pageParam === null ? {} : { before: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ messages, pagination }) =>
      pagination.has_more ? (messages.at(-1)?.sent_at ?? null) : null,
  });
  const newest = query.data?.pages[0];
  const unread = newest?.conversation.unread_count ?? 0;
  const lastId = newest?.messages[0]?.id;
  useEffect(() => {
    if (unread === 0 || !mayWrite) return;
    void api.conversations.markRead(id).then(() => {
      void queries.invalidateQueries({ queryKey: ['session'] });
      void queries.invalidateQueries({ queryKey: ['conversations'] });
    });
  }, [id, unread, lastId, mayWrite, queries]);
  return (
    <section className="thread" aria-label={words.text('desk.inbox.messages')}>
      <Loaded query={query}>
        {({ pages }) => {
          const conversation = pages[0]?.conversation;
          if (conversation === undefined) return null;
          const messages = pages.flatMap((page) => page.messages);
          return (
            <>
              <div className="thread-main">
                <ThreadHead
                  conversation={conversation}
                  listAddress={listAddress}
                  lastForeign={messages.find(
                    ({ sender_id: sender }) => sender === conversation.participant.id,
                  )}
                  mayWrite={mayWrite}
                  onArchive={onArchive}
                />
                <Messages
                  messages={messages}
                  participant={conversation.participant}
                  {...(query.hasNextPage ? { onOlder: () => void query.fetchNextPage() } : {})}
                />
                <Composer
                  conversation={conversation}
                  mayWrite={mayWrite}
                  onSent={() => {
                    void queries.invalidateQueries({ queryKey: ['conversation', id] });
                    void queries.invalidateQueries({ queryKey: ['conversations'] });
                    void queries.invalidateQueries({ queryKey: ['today'] });
                  }}
                />
              </div>
              <Vehicle listing={conversation.listing} />
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

function ThreadHead({
  conversation,
  listAddress,
  lastForeign,
  mayWrite,
  onArchive,
}: {
  conversation: Detail;
  listAddress: string;
  lastForeign: Message | undefined;
  mayWrite: boolean;
  onArchive: () => void;
}): ReactElement {
  const words = useWords();
  const { participant, archived } = conversation;
  const go = useGo();
  const queries = useQueryClient();
  const blocks = useQuery({ queryKey: BLOCKS, queryFn: () => api.blocks.list() });
  const isBlocked = blocks.data?.blocks.some((one) => one.participant.id === participant.id) === true;
  const [asked, ask] = useState<'report' | 'block' | null>(null);
  const { name } = participant;
  const block = async (): Promise<void> => {
    try {
      await api.blocks.create({ participant_id: participant.id });
      say(words.text('desk.inbox.blocked', { name }), {
        action: { label: words.text('desk.undo'), run: () => void lift() },
      });
    } catch (error) {
      say(problemText(error, words), { isProblem: true });
    }
    void queries.invalidateQueries({ queryKey: BLOCKS });
  };
  const lift = async (): Promise<void> => {
    try {
      await api.blocks.delete(participant.id);
      say(words.text('desk.inbox.unblocked', { name }));
    } catch (error) {
      say(problemText(error, words), { isProblem: true });
    }
    void queries.invalidateQueries({ queryKey: BLOCKS });
  };
  return (
    <header className="thread-head">
      <a
        className="button quiet phone-only"
        href={listAddress}
        onClick={(event) => {
          event.preventDefault();
          go(listAddress);
        }}
      >
        <Icon name="left" size={16} />
        <span className="unseen">{words.text('desk.inbox.back')}</span>
      </a>
      <Portrait name={name} picture={participant.avatar === null ? null : pathOf(participant.avatar)} />
      <div>
        <h2>{name}</h2>
        <span className="note">
          {isBlocked ? (
            <span className="bad">{words.text('desk.inbox.isBlocked')}</span>
          ) : (
            participant.online && <span className="good">{words.text('desk.inbox.online')}</span>
          )}
        </span>
      </div>
      <button type="button" className="quiet" disabled={!mayWrite} onClick={onArchive}>
        {words.text(archived ? 'desk.inbox.unarchive' : 'desk.inbox.archive')}
      </button>
      <button
        type="button"
        className="icon-button"
        title={words.text('desk.inbox.report')}
        disabled={lastForeign === undefined}
        onClick={() => ask('report')}
      >
        <Icon name="warning" />
        <span className="unseen">{words.text('desk.inbox.report')}</span>
      </button>
      <button
        type="button"
        className={isBlocked ? 'icon-button' : 'icon-button bad'}
        title={words.text(isBlocked ? 'desk.inbox.unblock' : 'desk.inbox.block')}
        disabled={!mayWrite}
        onClick={() => (isBlocked ? void lift() : ask('block'))}
      >
        <Icon name="block" />
        <span className="unseen">{words.text(isBlocked ? 'desk.inbox.unblock' : 'desk.inbox.block')}</span>
      </button>
      {asked === 'block' && (
        <Confirm
          title={words.text('desk.inbox.block.title', { name })}
          text={words.text('desk.inbox.block.text')}
          action={words.text('desk.inbox.block')}
          onConfirm={() => void block()}
          onClose={() => ask(null)}
        />
      )}
      {asked === 'report' && lastForeign !== undefined && (
        <Dialog title={words.text('desk.inbox.report')} onClose={() => ask(null)}>
          <blockquote className="message">{lastForeign.content}</blockquote>
          <Form
            submit={words.text('desk.inbox.report.send')}
            onSubmit={async (values) => {
              await api.request({
                method: 'POST',
                path: `/messages/${encodeURIComponent(lastForeign.id)}/report`,
                body: { reason: textOf(values, 'reason'), details: textOf(values, 'details') },
                isRepeatable: true,
              });
              ask(null);
              say(words.text('desk.inbox.reported'));
            }}
          >
            <SelectField
              name="reason"
              label={words.text('desk.inbox.report.reason')}
              options={REASONS.map((reason) => ({
                value: reason,
                label: words.text(`desk.inbox.reason.${reason}`),
              }))}
            />
            <TextArea name="details" label={words.text('desk.inbox.report.details')} maxLength={2000} />
          </Form>
        </Dialog>
      )}
    </header>
  );
}

function Messages({
  messages,
  participant,
  onOlder,
}: {
  /** Newest first. */
  messages: readonly Message[];
  participant: Detail['participant'];
  onOlder?: () => void;
}): ReactElement {
  const words = useWords();
  const { user } = useSession();
  const end = useRef<HTMLLIElement>(null);
  const newest = messages[0]?.id;
  useEffect(() => end.current?.scrollIntoView({ block: 'end' }), [newest]);
  const nameOf = (sender: string): string => {
    if (sender === user.id) return words.text('desk.inbox.you');
    return sender === participant.id ? participant.name : words.text('desk.inbox.team');
  };
  return (
    // A region that scrolls takes the focus, so that keys can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div className="messages" role="region" aria-label={words.text('desk.inbox.messages')} tabIndex={0}>
      {onOlder !== undefined && (
        <button type="button" className="quiet" onClick={onOlder}>
          {words.text('desk.inbox.older')}
        </button>
      )}
      <ol aria-live="polite">
        {messages.toReversed().map((message, at) => (
          <li
            key={message.id}
            ref={at === messages.length - 1 ? end : null}
            className={message.sender_id === participant.id ? 'message' : 'message own'}
          >
            <span className="note">
              <strong>{nameOf(message.sender_id)}</strong>{' '}
              <time dateTime={message.sent_at}>{words.moment(message.sent_at)}</time>
              {message.sender_id !== participant.id && message.read && ` · ${words.text('desk.inbox.read')}`}
            </span>
            <p>{message.content}</p>
            {message.attachments?.map(({ url, filename }) => (
              <a key={url} href={pathOf(url)} target="_blank" rel="noopener">
                <Icon name="clip" size={16} />
                {filename}
              </a>
            ))}
            {message.warning !== undefined && (
              <p className="message-warning">
                <Icon name="warning" size={16} />
                {words.text(`desk.inbox.warning.${message.warning}`)}
              </p>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

function Vehicle({ listing }: { listing: Detail['listing'] }): ReactElement {
  const words = useWords();
  const { id, title, thumbnail, price, currency, vat_deductible: isNet, status } = listing;
  return (
    <aside className="thread-vehicle panel stack" aria-label={words.text('desk.inbox.vehicle')}>
      {thumbnail !== null && <img src={pathOf(thumbnail)} alt="" width={240} height={180} />}
      <h3>{title}</h3>
      <p className="preview-price">
        {price === null || currency === null
          ? words.text('desk.listings.onRequest')
          : words.price(price, currency, isNet)}
      </p>
      <ListingState status={status as Status} />
      {status !== 'DELETED' && (
        <Link className="button quiet" to={`/dealer/listings/${id}`}>
          {words.text('desk.inbox.vehicle.edit')}
        </Link>
      )}
    </aside>
  );
}
