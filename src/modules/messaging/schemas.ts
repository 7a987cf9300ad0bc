import { type Static, Type } from 'typebox';
import {
  Literals,
  MapOf,
  NamedObject,
  Nullable,
  ownPageParameters,
  Timestamp,
} from '../../platform/http/schemas.ts';
import { MAIL_LANGUAGES } from '../../platform/mail/mail-languages.ts';
import { CONVERSATION_FILTERS } from './conversations.repository.ts';
import { CALL_TIMES, MESSAGE_TYPES, MESSAGE_WARNINGS, SHAREABLE, SIDES } from './sides.ts';
import { REPORT_REASONS } from '../reports/index.ts';

export const CONTENT_MAX = 5000;
export const MESSAGES_LIMIT_DEFAULT = 50;
const IDS_MAX = 500;
const VARIABLES_MAX = 100;

/** Specification "Conversation" and "Message": the names and casings are theirs. */

const ListingBrief = NamedObject('ConversationListing', {
  id: Type.String(),
  title: Type.String(),
  thumbnail: Nullable(Type.String()),
  price: Nullable(Type.Number()),
  currency: Nullable(Type.String()),
  vat_deductible: Nullable(Type.Boolean({ description: 'Whether the price is net; null if unknown' })),
  status: Type.String({ description: 'DELETED also if the listing no longer exists.' }),
});

const participant = {
  id: Type.String({ description: 'User ID of a buyer, or seller ID of a seller.' }),
  name: Type.String(),
  avatar: Nullable(Type.String()),
  type: Literals(SIDES),
  verified: Type.Boolean(),
};

const LastMessage = NamedObject('LastMessage', {
  content: Type.String(),
  sender: Type.String(),
  sent_at: Timestamp,
  read: Type.Boolean(),
});

const conversation = {
  id: Type.String(),
  listing: ListingBrief,
  last_message: Nullable(LastMessage),
  unread_count: Type.Integer(),
  archived: Type.Boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const ConversationView = NamedObject('Conversation', {
  ...conversation,
  participant: NamedObject('Participant', participant),
});
export const ConversationDetailView = NamedObject('ConversationDetail', {
  ...conversation,
  participant: NamedObject('ParticipantDetail', { ...participant, online: Type.Boolean() }),
});

const AttachmentView = NamedObject('Attachment', {
  filename: Type.String(),
  content_type: Type.String(),
  bytes: Type.Integer(),
  url: Type.String({ description: 'Valid for 15 minutes, without a credential.' }),
});

const attachments = {
  attachment: Type.Optional(AttachmentView),
  attachments: Type.Optional(
    Type.Array(AttachmentView, {
      description:
        'In the order in which they were sent; `attachment` is the first one. Absent if there are none.',
    }),
  ),
};

export const CallBackView = NamedObject('CallBack', {
  phone: Type.String({ description: 'In E.164' }),
  time: Literals(CALL_TIMES, { description: 'Preferred time of day' }),
});

/** Optional: the sender asks to be called. */
const callBack = { call_back: Type.Optional(CallBackView) };

export const MessageView = NamedObject('Message', {
  id: Type.String(),
  content: Type.String(),
  sender_id: Type.String(),
  type: Literals(MESSAGE_TYPES),
  read: Type.Boolean(),
  read_at: Type.Optional(Timestamp),
  sent_at: Timestamp,
  ...attachments,
  ...callBack,
  warning: Type.Optional(
    Literals(MESSAGE_WARNINGS, {
      description: 'Warns the reader of contact data or a risky payment method.',
    }),
  ),
});

export const SentMessageView = NamedObject('SentMessage', {
  id: Type.String(),
  content: Type.String(),
  type: Literals(MESSAGE_TYPES),
  sent_at: Timestamp,
  ...attachments,
  ...callBack,
});

export const ConversationsData = NamedObject('ConversationList', {
  conversations: Type.Array(ConversationView),
  pagination: Type.Object({ page: Type.Integer(), limit: Type.Integer(), total: Type.Integer() }),
  summary: Type.Object({
    total: Type.Integer({ description: 'Conversations, including archived ones.' }),
    unread: Type.Integer({ description: 'Conversations with unread messages.' }),
  }),
});
export type ConversationsData = Static<typeof ConversationsData>;

export const ConversationData = NamedObject('ConversationMessages', {
  conversation: ConversationDetailView,
  messages: Type.Array(MessageView, { description: 'Newest first.' }),
  pagination: Type.Object({
    page: Type.Integer(),
    limit: Type.Integer(),
    total: Type.Integer(),
    has_more: Type.Boolean(),
  }),
});
export type ConversationData = Static<typeof ConversationData>;

export const MessageTranslationView = NamedObject('MessageTranslation', {
  message_id: Type.String(),
  language: Type.String(),
  source_language: Nullable(Type.String({ description: 'As the translation service detected it.' })),
  content: Type.String(),
});
export const TranslationLanguage = Literals(MAIL_LANGUAGES, { description: 'Language to translate to' });

export const MessageTranslationsData = NamedObject('MessageTranslations', {
  offered: Type.Boolean({ description: 'Whether messages can be translated here.' }),
  translations: Type.Array(MessageTranslationView),
});
export type MessageTranslationsData = Static<typeof MessageTranslationsData>;

export const StartedData = NamedObject('StartedConversation', {
  conversation: Type.Object({
    id: Type.String(),
    listing: Type.Object({ id: Type.String(), title: Type.String() }),
    participant: Type.Object({ id: Type.String(), name: Type.String() }),
    created_at: Timestamp,
  }),
  message: Type.Object({ id: Type.String(), content: Type.String(), sent_at: Timestamp }),
});

export const ArchivedData = NamedObject('ConversationArchival', {
  conversation: Type.Object({ id: Type.String(), archived: Type.Boolean() }),
});

export const ReadData = NamedObject('ReadMarks', {
  marked: Type.Integer({ description: 'Messages that were unread before.' }),
  unread_count: Type.Integer({ description: 'Messages of the conversation that are still unread.' }),
});

const UnreadCount = Type.Object({
  unread_count: Type.Integer(),
  conversations_with_unread: Type.Integer(),
});
const UnreadCountInPrefixStyle = Type.Object({
  unreadCount: Type.Integer(),
  conversationsWithUnread: Type.Integer(),
});

/** In the document in snake_case only: generators of clients write the names of both styles alike. */
export const UnreadData = Type.Union([UnreadCount, UnreadCountInPrefixStyle], {
  title: 'UnreadCount',
  documentedAs: { ...UnreadCount, anyOf: undefined },
});

const RoleFilter = Type.Optional(
  Literals(SIDES, { description: 'Only conversations in which you are on this side.' }),
);

export const ConversationsQuery = Type.Object({
  ...ownPageParameters,
  status: Type.Optional(
    Literals(CONVERSATION_FILTERS, {
      description: 'Archived conversations are excluded by default; all includes them.',
    }),
  ),
  role: RoleFilter,
});

export const ConversationMessagesQuery = Type.Object({
  page: ownPageParameters.page,
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: MESSAGES_LIMIT_DEFAULT,
      description: 'Messages per page',
    }),
  ),
  before: Type.Optional(
    Type.String({ format: 'date-time', description: 'Only messages sent before this instant.' }),
  ),
});

/** Bounds of texts; that they are not empty is a rule of sending. */
export const Content = Type.String({ maxLength: CONTENT_MAX });

export const Shared = Type.Array(Literals(SHAREABLE), {
  maxItems: SHAREABLE.length,
  description:
    'Contact data that the seller receives in addition to your name, with your first message about a listing. The seller’s own systems receive it too.',
});

export const CallBackBody = NamedObject('CallBackRequest', {
  phone: Type.String({ format: 'phone', description: 'With country code' }),
  time: Type.Optional(Literals(CALL_TIMES, { default: 'any', description: 'Preferred time of day' })),
});

export const StartBody = Type.Object({
  listing_id: Type.String({ maxLength: 64 }),
  message: Content,
  share_contact: Type.Optional(Shared),
  call_back: Type.Optional(CallBackBody),
});

export const SendBody = Type.Object({
  content: Type.Optional(Content),
  type: Type.Optional(Literals(MESSAGE_TYPES)),
  template_id: Type.Optional(Type.String({ maxLength: 64 })),
  variables: Type.Optional(
    MapOf({ maxLength: 100, are: 'valid variable name' }, Type.String({ maxLength: CONTENT_MAX }), {
      maxProperties: VARIABLES_MAX,
      description: 'In a form: JSON in the field `variables`, or a field `variables[name]` for each.',
    }),
  ),
});

export const ReadBody = Type.Object({
  message_ids: Type.Optional(
    Type.Array(Type.String({ maxLength: 64 }), { minItems: 1, maxItems: IDS_MAX, uniqueItems: true }),
  ),
});

/** Templates: specification "Message template". */
const TemplateView = NamedObject('MessageTemplate', {
  id: Type.String(),
  name: Type.String(),
  category: Type.String(),
  content: Type.String(),
});
export const TemplatesData = Type.Object({ templates: Type.Array(TemplateView) });
export const TemplateData = Type.Object({ template: TemplateView });

const templateName = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' });
const templateCategory = Type.String({ minLength: 1, maxLength: 50, pattern: '\\S' });
const templateContent = Type.String({ minLength: 1, maxLength: CONTENT_MAX, pattern: '\\S' });
export const CreateTemplateBody = NamedObject('MessageTemplateDraft', {
  name: templateName,
  category: Type.Optional(templateCategory),
  content: templateContent,
});
export const UpdateTemplateBody = Type.Object({
  name: Type.Optional(templateName),
  category: Type.Optional(templateCategory),
  content: Type.Optional(templateContent),
});

export const ReportBody = Type.Object({
  reason: Literals(REPORT_REASONS),
  details: Type.Optional(Type.String({ maxLength: 2000 })),
});
export const ReportData = Type.Object({
  report: NamedObject('MessageReport', {
    id: Type.String(),
    message_id: Type.String(),
    reason: Literals(REPORT_REASONS),
    details: Nullable(Type.String()),
    status: Literals(['open', 'resolved', 'dismissed']),
    created_at: Timestamp,
  }),
});

const BlockView = NamedObject('Block', {
  participant: Type.Object({ id: Type.String(), name: Type.String(), type: Literals(SIDES) }),
  created_at: Timestamp,
});
export const BlocksData = Type.Object({ blocks: Type.Array(BlockView) });
export const BlockData = Type.Object({ block: BlockView });
export const BlockBody = Type.Object({ participant_id: Type.String({ maxLength: 64 }) });
