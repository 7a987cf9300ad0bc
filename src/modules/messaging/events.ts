import { Type } from 'typebox';
import { defineEvent, defineSignal } from '../../platform/events/event.ts';
import { NamedObject, Nullable, Timestamp } from '../../platform/http/schemas.ts';
import { CALL_TIMES, MESSAGE_TYPES, SIDES } from './sides.ts';
import { Literals } from '../../platform/http/schemas.ts';

const Person = NamedObject('EventPerson', { id: Type.String(), name: Type.String() });
const Lead = NamedObject('EventLead', {
  id: Type.String(),
  name: Type.String(),
  email: Type.Optional(Nullable(Type.String({ description: 'Only if the buyer has agreed to share it' }))),
  phone: Type.Optional(
    Nullable(
      Type.String({ description: 'Only if the buyer has agreed to share it; null: the account has none' }),
    ),
  ),
});
const Listing = NamedObject('EventListingReference', {
  id: Type.String(),
  title: Type.String(),
  external_id: Type.Optional(
    Nullable(Type.String({ description: "The seller's stock number, if the event goes to the seller" })),
  ),
});

const CallBack = NamedObject('EventCallBack', {
  phone: Type.String({ description: 'The number at which the buyer asks to be called, in E.164' }),
  time: Literals(CALL_TIMES),
});

const AT = '2026-03-02T09:15:30.000Z';
const READ_AT = '2026-03-02T09:21:04.000Z';
const CONVERSATION_ID = 'cnv_01KJQ6V8Z4M3N2P1Q0R9S8T7V6';
const MESSAGE_ID = 'msg_01KJQ6V8Z5A1B2C3D4E5F6G7H8';
const SELLER_ID = 'sel_01KJQ6V8Z6J9K8M7N6P5Q4R3S2';
const buyer = { id: 'usr_01KJQ6V8Z7T1V2W3X4Y5Z6A7B8', name: 'Jan Kowalski' };
const listing = {
  id: 'lst_01KJQ6V8Z8C9D8E7F6G5H4J3K2',
  title: 'MAN TGX 18.510 4x2 BLS',
  external_id: 'A-1042',
};
const CLERK_ID = 'usr_01KJQ6V8Z9N8P7Q6R5S4T3V2W1';
const CONTENT = 'Is the truck still available?';

export const conversationCreated = defineEvent({
  type: 'conversation.created',
  scope: 'messages:read',
  when: 'A buyer has started a conversation about a listing.',
  data: Type.Object({
    conversation: Type.Object({
      id: Type.String(),
      listing: Listing,
      buyer: Person,
      seller_id: Type.String(),
      created_at: Timestamp,
    }),
  }),
  sample: { conversation: { id: CONVERSATION_ID, listing, buyer, seller_id: SELLER_ID, created_at: AT } },
});

/** Specification "Events", Payload. */
export const messageReceived = defineEvent({
  type: 'message.received',
  scope: 'messages:read',
  when: 'A message has been received: by the seller from a buyer, or by a dealer who buys from another seller. Your own messages are not reported.',
  data: Type.Object({
    message: Type.Object({
      id: Type.String(),
      conversation_id: Type.String(),
      content: Type.String({ description: 'Empty if the message consists of attachments only.' }),
      type: Literals(MESSAGE_TYPES),
      attachments: Type.Array(
        Type.Object({
          id: Type.String(),
          filename: Type.String(),
          content_type: Type.String(),
          size: Type.Integer({ description: 'In bytes.' }),
        }),
        { description: 'Read the message for an address of the file.' },
      ),
      sender: Person,
      listing: Listing,
      call_back: Type.Optional(CallBack),
      sent_at: Timestamp,
    }),
  }),
  sample: {
    message: {
      id: MESSAGE_ID,
      conversation_id: CONVERSATION_ID,
      content: CONTENT,
      type: 'text',
      attachments: [],
      sender: buyer,
      listing,
      sent_at: AT,
    },
  },
});

export const messageRead = defineEvent({
  type: 'message.read',
  scope: 'messages:read',
  when: 'One side of a conversation has read messages from the other; reader.type states which side.',
  data: Type.Object({
    conversation_id: Type.String(),
    message_ids: Type.Array(Type.String()),
    reader: Type.Object({ id: Type.String(), type: Literals(SIDES) }),
    read_at: Timestamp,
  }),
  sample: {
    conversation_id: CONVERSATION_ID,
    message_ids: [MESSAGE_ID],
    reader: { id: buyer.id, type: 'buyer' },
    read_at: READ_AT,
  },
});

const InquiryMessage = NamedObject('EventInquiryMessage', {
  id: Type.String(),
  content: Type.String(),
  sender_id: Type.String(),
  sent_at: Timestamp,
  call_back: Type.Optional(CallBack),
});

export const inquiryCreated = defineEvent({
  type: 'inquiry.created',
  scope: 'messages:read',
  when: 'A buyer has written about a listing for the first time.',
  data: Type.Object({
    inquiry: Type.Object({
      conversation_id: Type.String(),
      listing: Listing,
      seller_id: Type.String(),
      buyer: Lead,
      message: InquiryMessage,
      created_at: Timestamp,
    }),
  }),
  sample: {
    inquiry: {
      conversation_id: CONVERSATION_ID,
      listing,
      seller_id: SELLER_ID,
      buyer: { ...buyer, email: 'jan.kowalski@example.org', phone: '+48221234567' },
      message: { id: MESSAGE_ID, content: CONTENT, sender_id: buyer.id, sent_at: AT },
      created_at: AT,
    },
  },
});

export const inquiryResponded = defineEvent({
  type: 'inquiry.responded',
  scope: 'messages:read',
  when: 'The seller has replied to an inquiry for the first time.',
  data: Type.Object({
    inquiry: Type.Object({
      conversation_id: Type.String(),
      listing: Listing,
      seller_id: Type.String(),
      buyer: Person,
      message: InquiryMessage,
      response_minutes: Type.Integer(),
      created_at: Timestamp,
      responded_at: Timestamp,
    }),
  }),
  sample: {
    inquiry: {
      conversation_id: CONVERSATION_ID,
      listing,
      seller_id: SELLER_ID,
      buyer,
      message: { id: MESSAGE_ID, content: 'Yes, it is.', sender_id: CLERK_ID, sent_at: READ_AT },
      response_minutes: 6,
      created_at: AT,
      responded_at: READ_AT,
    },
  },
});

export const conversationDeleted = defineSignal({
  type: 'conversation.deleted',
  when: 'One side of a conversation has deleted it for itself; side says which.',
  data: Type.Object({ conversation_id: Type.String(), buyer_id: Type.String(), side: Literals(SIDES) }),
  sample: { conversation_id: CONVERSATION_ID, buyer_id: buyer.id, side: 'buyer' },
});

export const messagesErased = defineSignal({
  type: 'messages.erased',
  when: 'Both participants of a conversation have deleted these messages, and the server has erased them.',
  data: Type.Object({ message_ids: Type.Array(Type.String()) }),
  sample: { message_ids: [MESSAGE_ID] },
});

export const messagingEvents = [
  conversationCreated,
  messageReceived,
  messageRead,
  inquiryCreated,
  inquiryResponded,
  conversationDeleted,
  messagesErased,
];

/** For events sent to the seller. */
export function listingOf(conversation: {
  readonly listing_id: string;
  readonly listing_title: string;
  readonly listing_number: string | null;
}): { id: string; title: string; external_id: string | null } {
  const { listing_id: id, listing_title: title, listing_number: number } = conversation;
  return { id, title, external_id: number };
}
