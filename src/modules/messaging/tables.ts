import type { ColumnType, Generated } from 'kysely';
import type { MessageType, MessageWarning, Side } from './sides.ts';

declare module '../../platform/db/tables.ts' {
  interface Tables {
    conversations: ConversationTable;
    messages: MessageTable;
    message_attachments: MessageAttachmentTable;
    message_templates: MessageTemplateTable;
    message_blocks: MessageBlockTable;
    message_translations: MessageTranslationTable;
  }
}

export interface ConversationTable {
  id: string;
  listing_id: string;
  listing_title: string;
  buyer_id: string;
  seller_id: string;
  last_seq: Generated<number>;
  last_message_id: ColumnType<string | null, string | null | undefined, string | null>;
  buyer_unread: Generated<number>;
  seller_unread: Generated<number>;
  buyer_cleared_seq: Generated<number>;
  seller_cleared_seq: Generated<number>;
  buyer_archived_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  seller_archived_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  buyer_deleted_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  seller_deleted_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  responded_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  response_minutes: ColumnType<number | null, number | null | undefined, number | null>;
  created_at: Date;
  updated_at: Date;
}

export interface MessageTable {
  id: string;
  conversation_id: string;
  seq: number;
  sender_side: Side;
  sender_id: string;
  type: MessageType;
  content: string;
  warning: MessageWarning | null;
  read_at: Date | null;
  sent_at: Date;
  erased: Generated<boolean>;
}

export interface MessageAttachmentTable {
  id: string;
  message_id: string;
  position: Generated<number>;
  conversation_id: string;
  filename: string;
  content_type: string;
  bytes: number;
  storage_key: string;
  created_at: Date;
}

export interface MessageTemplateTable {
  id: string;
  seller_id: string | null;
  user_id: string | null;
  name: string;
  category: string;
  content: string;
  created_at: Date;
  updated_at: Date;
}

/** Made by machine for a participant. */
export interface MessageTranslationTable {
  message_id: string;
  language: string;
  /** As the service detected it. */
  source_language: string | null;
  content: string;
  created_at: Date;
}

/** `usr_…` blocks or is blocked as a buyer, `sel_…` as a seller. */
export interface MessageBlockTable {
  blocker: string;
  blocked: string;
  created_by: string;
  created_at: Date;
}
