/** Conversations of a buyer. */
import type { ConversationData, ConversationsData } from '../../modules/messaging/index.ts';
import { isId } from '../../platform/ids.ts';
import type { ReactElement } from 'react';
import { ATTACHMENT_FILES } from '../ui/file-rules.ts';
import { drawingName, drawingOf } from '../drawings/vehicle.ts';
import { pathOf } from '../ui/vehicle-card.tsx';
import { Portrait } from '../ui/portrait.tsx';
import { Content, TranslatableContent, translationsOf } from './message-content.tsx';
import { Verified } from '../ui/rating.tsx';
import { PagesNav } from '../ui/pages-nav.tsx';
import type { Reader } from '../texts/reader.ts';
import { ActionButton, FileField, ONCE, TextArea, UploadForm } from './form.tsx';
import { Empty } from './frames.tsx';
import { afterCall, optionalText, ownPage, type OwnPage, type OwnReading, text } from './own-page.ts';
import { VehicleLine, VehicleState } from './vehicle-line.tsx';

type Conversation = ConversationsData['conversations'][number];
type Message = ConversationData['messages'][number];

const PAGE_SIZE = 20;
const MESSAGES_SHOWN = 50;
const CONTENT_MAX = 5000;
const THUMBNAIL_WIDTH = 240;

export const messagePages = (offersTranslation: boolean): readonly OwnPage[] => [
  ownPage({
    path: '/messages',
    load: async (reading) => {
      const { reader, api, query } = reading;
      const status = query.get('status') === 'archived' ? 'archived' : null;
      const { conversations, pagination } = await api.get<ConversationsData>('/messages/conversations', {
        query: {
          limit: String(PAGE_SIZE),
          page: query.get('page') ?? '1',
          ...(status === null ? {} : { status }),
        },
      });
      const suffix = status === null ? '' : '&status=archived';
      return {
        head: { title: reader.text('messages.title') },
        body: (
          <div className="wrap" data-live="list">
            <h1>{reader.text('messages.title')}</h1>
            <p>
              <a href={`/${reader.language}/messages${status === null ? '?status=archived' : ''}`}>
                {reader.text(status === null ? 'messages.archive' : 'messages.current')}
              </a>
            </p>
            <div data-live-part="conversations">
              {conversations.length === 0 && (
                <Empty
                  icon="message"
                  reader={reader}
                  text={reader.text(status === null ? 'messages.empty' : 'messages.archive.empty')}
                />
              )}
              <ul className="rows">
                {conversations.map((conversation) => (
                  <li key={conversation.id}>
                    <ConversationRow conversation={conversation} reading={reading} />
                  </li>
                ))}
              </ul>
            </div>
            <PagesNav
              page={pagination.page}
              pages={Math.ceil(pagination.total / pagination.limit)}
              hrefOf={(page) => `/${reader.language}/messages?page=${page}${suffix}`}
              reader={reader}
            />
          </div>
        ),
      };
    },
  }),
  ownPage({
    path: '/messages/:id',
    load: async (reading) => {
      const { reader, api, actor, params, query } = reading;
      const { conversation, messages, pagination } = await api.get<ConversationData>(
        '/messages/conversations/:id',
        {
          params,
          query: { limit: String(MESSAGES_SHOWN), page: query.get('page') ?? '1' },
        },
      );
      // If the other participant is a buyer, the reader is a dealer: redirect to the dealer inbox.
      if (isId('usr', conversation.participant.id)) return { to: `/dealer/inbox/${conversation.id}` };
      if (conversation.unread_count > 0)
        await api.call('PUT', `/messages/conversations/${conversation.id}/read`, { body: {} });
      const translations = offersTranslation ? await translationsOf(reading, MESSAGES_SHOWN) : null;
      const { participant } = conversation;
      return {
        head: { title: participant.name },
        body: (
          <div
            className="wrap narrow conversation"
            data-live="conversation"
            data-conversation={conversation.id}
          >
            <p>
              <a href={`/${reader.language}/messages`}>‹ {reader.text('messages.title')}</a>
            </p>
            <div className="person">
              <PartnerPortrait participant={participant} />
              <h1>{participant.name}</h1>
            </div>
            <p className="note">
              {participant.verified && <Verified reader={reader} />}{' '}
              {participant.online === true && reader.text('messages.online')}
            </p>
            <VehicleLine vehicle={vehicleOf(conversation)} reading={reading} />
            {pagination.has_more && (
              <p>
                <a href={`/${reader.language}/messages/${conversation.id}?page=${pagination.page + 1}`}>
                  {reader.text('messages.older')}
                </a>
              </p>
            )}
            <ol className="bubbles" data-live-part="messages" aria-live="polite">
              {messages.toReversed().map((message) => (
                <li
                  key={message.id}
                  id={message.id}
                  className={message.sender_id === actor.userId ? 'mine' : 'theirs'}
                >
                  <Bubble
                    message={message}
                    words={
                      message.sender_id === actor.userId || translations === null ? (
                        <Content message={message} />
                      ) : (
                        <TranslatableContent
                          message={message}
                          translation={translations.get(message.id)}
                          reading={reading}
                        />
                      )
                    }
                    isMine={message.sender_id === actor.userId}
                    reportAt={`/${reader.language}/messages/${conversation.id}/report/${message.id}`}
                    reader={reader}
                  />
                </li>
              ))}
            </ol>
            <UploadForm reading={reading} action="send" submit="messages.send" className="form composer">
              <TextArea name="content" label="messages.write" rows={3} maxLength={CONTENT_MAX} />
              <FileField
                name="attachments"
                label="messages.file"
                hint="messages.file.hint"
                rules={ATTACHMENT_FILES}
              />
            </UploadForm>
            <div className="row-side">
              {actor.role === 'BUYER' && (
                <a className="button quiet" href={`/${reader.language}/dealer/${participant.id}/review`}>
                  {reader.text('messages.review')}
                </a>
              )}
              <div data-live-part="archive">
                <ActionButton
                  reading={reading}
                  action={conversation.archived ? 'unarchive' : 'archive'}
                  label={conversation.archived ? 'messages.unarchive' : 'messages.toArchive'}
                />
              </div>
              <ActionButton
                reading={reading}
                action="block"
                label="messages.block"
                question="messages.block.confirm"
                values={{ participantId: participant.id }}
              />
            </div>
          </div>
        ),
      };
    },
    actions: {
      send: async (form, { api, reader, params, upload }) => {
        const id = encodeURIComponent(params['id'] ?? '');
        return afterCall(
          await api.call('POST', `/messages/conversations/${id}`, {
            ...(upload === undefined ? { body: { content: text(form, 'content') } } : { upload }),
            idempotencyKey: optionalText(form, ONCE),
          }),
          `/${reader.language}/messages/${id}`,
        );
      },
      translate: async (form, { api, reader, params, query }) => {
        const id = encodeURIComponent(params['id'] ?? '');
        const message = encodeURIComponent(text(form, 'message'));
        const page = encodeURIComponent(query.get('page') ?? '1');
        return afterCall(
          await api.call('POST', `/messages/conversations/${id}/messages/${message}/translation`, {
            body: { language: reader.language },
          }),
          `/${reader.language}/messages/${id}?page=${page}#${message}`,
        );
      },
      archive: (_form, reading) => archive(reading, 'PUT'),
      unarchive: (_form, reading) => archive(reading, 'DELETE'),
      block: async (form, { api, reader }) =>
        afterCall(
          await api.call('POST', '/messages/blocks', {
            body: { participant_id: text(form, 'participantId') },
          }),
          `/${reader.language}/messages`,
          'done.blocked',
        ),
    },
  }),
];

async function archive({ api, reader, params }: OwnReading, method: 'PUT' | 'DELETE') {
  const id = encodeURIComponent(params['id'] ?? '');
  return afterCall(
    await api.call(method, `/messages/conversations/${id}/archive`),
    `/${reader.language}/messages`,
    method === 'PUT' ? 'done.archived' : 'done.unarchived',
  );
}

function PartnerPortrait({
  participant: { name, avatar },
}: {
  participant: Pick<Conversation['participant'], 'name' | 'avatar'>;
}): ReactElement {
  return <Portrait name={name} picture={avatar === null ? null : pathOf(avatar)} />;
}

const vehicleOf = ({
  listing: { vat_deductible: vatDeductible, thumbnail, ...listing },
}: Pick<Conversation, 'listing'>) => ({
  ...listing,
  slugOrId: listing.id,
  image: thumbnail,
  vatDeductible,
});

function ConversationRow({
  conversation,
  reading: { reader, market },
}: {
  conversation: Conversation;
  reading: OwnReading;
}): ReactElement {
  const { id, listing, participant, last_message: last, unread_count: unread, updated_at: at } = conversation;
  return (
    <article className={unread > 0 ? 'row unread' : 'row'}>
      <img
        src={
          listing.thumbnail === null
            ? `/drawings/${drawingName(drawingOf({ category: 'trucks' }))}.svg`
            : pathOf(listing.thumbnail)
        }
        width="120"
        height="90"
        alt=""
        loading="lazy"
      />
      <div className="row-body">
        <h2 className="row-title person">
          <PartnerPortrait participant={participant} />
          <a href={`/${reader.language}/messages/${id}`}>{participant.name}</a>
          {unread > 0 && <span className="badge new"> {reader.count('messages.unread', unread)}</span>}
        </h2>
        <p className="about-line">
          {listing.title}{' '}
          <VehicleState
            status={listing.status}
            price={market.shownPrice(vehicleOf(conversation))}
            reader={reader}
          />
        </p>
        {last !== null && <p className="excerpt">{last.content}</p>}
      </div>
      <p className="note row-side">
        <time dateTime={at}>{reader.moment(at)}</time>
      </p>
    </article>
  );
}

function Bubble({
  message,
  words,
  isMine,
  reportAt,
  reader,
}: {
  message: Message;
  words: ReactElement;
  isMine: boolean;
  reportAt: string;
  reader: Reader;
}): ReactElement {
  return (
    <>
      {message.warning !== undefined && !isMine && <p className="bad">{reader.text('messages.warning')}</p>}
      {message.call_back !== undefined && (
        <p>
          {reader.text('messages.callBack', {
            phone: message.call_back.phone,
            time: reader.text(`inquiry.time.${message.call_back.time}`),
          })}
        </p>
      )}
      {words}
      {message.attachments?.map((attachment) => (
        <Attachment key={attachment.url} attachment={attachment} reader={reader} />
      ))}
      <p className="note">
        <time dateTime={message.sent_at}>{reader.moment(message.sent_at)}</time>
        {isMine && message.read && <> · {reader.text('messages.read')}</>}
        {!isMine && (
          <>
            {' · '}
            <a href={reportAt} rel="nofollow">
              {reader.text('messages.report')}
            </a>
          </>
        )}
      </p>
    </>
  );
}

function Attachment({
  attachment: { filename, content_type: type, bytes, url },
  reader,
}: {
  attachment: NonNullable<Message['attachment']>;
  reader: Reader;
}): ReactElement {
  const path = pathOfAttachment(url);
  if (type.startsWith('image/'))
    return (
      <p>
        <a href={path} className="attached">
          <img
            src={path}
            width={THUMBNAIL_WIDTH}
            loading="lazy"
            alt={reader.text('messages.picture', { name: filename })}
          />
        </a>
      </p>
    );
  return (
    <p>
      <a href={path} className="attached">
        {filename}
      </a>{' '}
      <span className="note">
        {type === 'application/pdf' && 'PDF, '}
        {reader.number(Math.ceil(bytes / 1024))} kB
      </span>
    </p>
  );
}

/** Links of attachments contain the base URL of the server; the page loads them from its own origin. */
function pathOfAttachment(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname + new URL(url).search : url;
}
