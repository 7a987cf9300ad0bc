/** A conversation: its messages, the reply form, and the vehicle. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { Portrait } from '../../../../src/storefront/ui/portrait.tsx';
import { useAction } from '../../action.ts';
import { api, type ConversationMessages, type Message, pathOf } from '../../api.ts';
import { useSession } from '../../me.ts';
import type { Address } from '../../paths.ts';
import { read, refresh } from '../../query.ts';
import { Button } from '../../ui/button.tsx';
import { confirmFirst } from '../../ui/confirm.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { SelectField, TextArea, textOf } from '../../ui/form.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Loaded } from '../../ui/states.tsx';
import { useGo } from '../../url-state.ts';
import { useWords } from '../../words.ts';
import { ListingState, type Status } from '../listings/status.tsx';
import { Composer } from './composer.tsx';
import { Translatable, useTranslations } from './translatable.tsx';

const MESSAGES = 50;
const REASONS = ['spam', 'fraud', 'harassment', 'inappropriate', 'other'] as const;

type Detail = ConversationMessages['conversation'];

export function Thread({
  id,
  listAddress,
  canWrite,
  onArchive,
}: {
  id: string;
  listAddress: Address;
  canWrite: boolean;
  onArchive: () => void;
}): ReactElement {
  const words = useWords();
  const query = useInfiniteQuery({
    queryKey: [...read('conversations.get', id).queryKey, 'pages'],
    queryFn: ({ pageParam }) =>
      api.conversations.get(id, {
        limit: MESSAGES,
        before: pageParam ?? undefined,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ messages, pagination }) =>
      pagination.has_more ? (messages.at(-1)?.sent_at ?? null) : null,
  });
  const newest = query.data?.pages[0];
  const unread = newest?.conversation.unread_count ?? 0;
  const lastId = newest?.messages[0]?.id;
  useEffect(() => {
    if (unread === 0 || !canWrite) return;
    void api.conversations.markRead(id).then(() => refresh('session', 'conversations.list'));
  }, [id, unread, lastId, canWrite]);
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
                  canWrite={canWrite}
                  onArchive={onArchive}
                />
                <Messages
                  conversationId={id}
                  messages={messages}
                  participant={conversation.participant}
                  onOlder={query.hasNextPage ? () => void query.fetchNextPage() : undefined}
                />
                <Composer conversation={conversation} canWrite={canWrite} />
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
  canWrite,
  onArchive,
}: {
  conversation: Detail;
  listAddress: Address;
  lastForeign: Message | undefined;
  canWrite: boolean;
  onArchive: () => void;
}): ReactElement {
  const words = useWords();
  const { participant, archived } = conversation;
  const go = useGo();
  const [act] = useAction();
  const blocks = useQuery(read('blocks.list'));
  const isBlocked = blocks.data?.blocks.some((block) => block.participant.id === participant.id) === true;
  const [isReporting, setReporting] = useState(false);
  const { name } = participant;
  const unblock = (): Promise<boolean> =>
    act(() => api.blocks.delete(participant.id), { done: words.text('desk.inbox.unblocked', { name }) });
  const block = (): void =>
    confirmFirst({
      title: words.text('desk.inbox.block.title', { name }),
      text: words.text('desk.inbox.block.text'),
      action: words.text('desk.inbox.block'),
      onConfirm: () =>
        act(() => api.blocks.create({ participant_id: participant.id }), {
          done: words.text('desk.inbox.blocked', { name }),
          undo: unblock,
        }),
    });
  return (
    <header className="thread-head">
      <a
        className="button quiet phone-only"
        href={listAddress}
        onClick={(event) => {
          event.preventDefault();
          void go(listAddress);
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
      <Button
        text={archived ? 'desk.inbox.unarchive' : 'desk.inbox.archive'}
        className="quiet"
        disabled={!canWrite}
        onClick={onArchive}
      />
      <button
        type="button"
        className="icon-button"
        title={words.text('desk.inbox.report')}
        disabled={lastForeign === undefined}
        onClick={() => setReporting(true)}
      >
        <Icon name="warning" />
        <span className="unseen">{words.text('desk.inbox.report')}</span>
      </button>
      <button
        type="button"
        className={isBlocked ? 'icon-button' : 'icon-button bad'}
        title={words.text(isBlocked ? 'desk.inbox.unblock' : 'desk.inbox.block')}
        disabled={!canWrite}
        onClick={() => (isBlocked ? void unblock() : block())}
      >
        <Icon name="block" />
        <span className="unseen">{words.text(isBlocked ? 'desk.inbox.unblock' : 'desk.inbox.block')}</span>
      </button>
      {isReporting && lastForeign !== undefined && (
        <FormDialog
          title={words.text('desk.inbox.report')}
          intro={<blockquote className="message">{lastForeign.content}</blockquote>}
          submit={words.text('desk.inbox.report.send')}
          done={words.text('desk.inbox.reported')}
          onSubmit={(values) =>
            api.request({
              method: 'POST',
              path: `/messages/${encodeURIComponent(lastForeign.id)}/report`,
              body: { reason: textOf(values, 'reason'), details: textOf(values, 'details') },
              isRepeatable: true,
            })
          }
          onClose={() => setReporting(false)}
        >
          <SelectField
            name="reason"
            label={words.text('desk.inbox.report.reason')}
            options={words.options('desk.inbox.reason', REASONS)}
          />
          <TextArea name="details" label={words.text('desk.inbox.report.details')} maxLength={2000} />
        </FormDialog>
      )}
    </header>
  );
}

function Messages({
  conversationId,
  messages,
  participant,
  onOlder,
}: {
  conversationId: string;
  /** Newest first. */
  messages: readonly Message[];
  participant: Detail['participant'];
  onOlder: (() => void) | undefined;
}): ReactElement {
  const words = useWords();
  const { user } = useSession();
  const translations = useTranslations(conversationId);
  const end = useRef<HTMLLIElement>(null);
  const newest = messages[0]?.id;
  useEffect(() => end.current?.scrollIntoView({ block: 'end' }), [newest]);
  const nameOf = (sender: string): string => {
    if (sender === user.id) return words.text('desk.inbox.you');
    return sender === participant.id ? participant.name : words.text('desk.inbox.team');
  };
  return (
    // Focusable, so that keys can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    <div className="messages" role="region" aria-label={words.text('desk.inbox.messages')} tabIndex={0}>
      {onOlder !== undefined && <Button text="desk.inbox.older" className="quiet" onClick={onOlder} />}
      <ol aria-live="polite">
        {messages.toReversed().map((message, index) => (
          <li
            key={message.id}
            ref={index === messages.length - 1 ? end : null}
            className={message.sender_id === participant.id ? 'message' : 'message own'}
          >
            <span className="note">
              <strong>{nameOf(message.sender_id)}</strong>{' '}
              <time dateTime={message.sent_at}>{words.moment(message.sent_at)}</time>
              {message.sender_id !== participant.id && message.read && ` · ${words.text('desk.inbox.read')}`}
            </span>
            {message.call_back !== undefined && (
              <p>
                <a href={`tel:${message.call_back.phone}`}>
                  {words.text('desk.inbox.callBack', { phone: message.call_back.phone })}
                </a>{' '}
                · {words.text(`desk.inbox.callBack.${message.call_back.time}`)}
              </p>
            )}
            {message.sender_id === participant.id ? (
              <Translatable message={message} translations={translations} />
            ) : (
              <p>{message.content}</p>
            )}
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
