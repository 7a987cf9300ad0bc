-- compatible: no

-- Conversations, their messages and attachments, templates and blocks.

-- Conversations between a buyer and the seller of a listing. Read marks, archiving and deletion are kept per side:
-- members of a seller's team share theirs.
create table conversations (
  id                  text primary key,
  -- No foreign key, and the title is copied: the conversation stays even if the listing is purged.
  listing_id          text not null,
  listing_title       text not null,
  buyer_id            text not null references users (id),
  seller_id           text not null references sellers (id),
  -- Messages are numbered without gaps, so that counts and pages are differences of these numbers.
  last_seq            integer not null default 0,
  last_message_id     text,
  buyer_unread        integer not null default 0 check (buyer_unread >= 0),
  seller_unread       integer not null default 0 check (seller_unread >= 0),
  -- A side that deleted the conversation never sees messages up to this number again.
  buyer_cleared_seq   integer not null default 0,
  seller_cleared_seq  integer not null default 0,
  buyer_archived_at   timestamptz,
  seller_archived_at  timestamptz,
  -- Set when the side deletes the conversation, cleared by the next message.
  buyer_deleted_at    timestamptz,
  seller_deleted_at   timestamptz,
  responded_at        timestamptz,
  response_minutes    integer check (response_minutes >= 0),
  created_at          timestamptz not null,
  -- Time of the last message.
  updated_at          timestamptz not null
);
-- Decides the race of two first messages.
create unique index conversations_listing_buyer_key on conversations (listing_id, buyer_id);
create index conversations_buyer_archived_idx on conversations (buyer_id) where buyer_archived_at is not null;
create index conversations_seller_archived_idx on conversations (seller_id) where seller_archived_at is not null;
create index conversations_buyer_created_idx on conversations (buyer_id, created_at);
create index conversations_responded_idx on conversations (seller_id, responded_at) include (response_minutes)
  where responded_at is not null;
-- How often sellers are contacted, and how often they reply.
create index conversations_begun_idx on conversations (seller_id, created_at) include (responded_at, response_minutes);
-- Conversations by last message, with the other columns that lists filter by: to reach a far page, PostgreSQL skips
-- index entries without reading rows.
create index conversations_of_seller_idx on conversations (seller_id, updated_at desc, id desc)
  include (seller_unread, seller_archived_at, buyer_id) where seller_deleted_at is null;
create index conversations_of_buyer_idx on conversations (buyer_id, updated_at desc, id desc)
  include (buyer_unread, buyer_archived_at) where buyer_deleted_at is null;
create index conversations_unread_by_seller_idx on conversations (seller_id)
  include (seller_unread, buyer_id, seller_deleted_at)
  where seller_unread > 0;
create index conversations_unread_by_buyer_idx on conversations (buyer_id) include (buyer_unread, buyer_deleted_at)
  where buyer_unread > 0;

create table messages (
  id               text primary key,
  conversation_id  text not null references conversations (id) on delete cascade,
  seq              integer not null,
  sender_side      text not null check (sender_side in ('buyer', 'seller')),
  sender_id        text not null references users (id),
  type             text not null check (type in ('text', 'image', 'document', 'quick_reply')),
  content          text not null,
  -- Warning for the recipient; the sender does not see it.
  warning          text check (warning in ('contact_data', 'payment_risk')),
  -- When the other side read it.
  read_at          timestamptz,
  -- Strictly increasing within a conversation, so that paging by time skips nothing.
  sent_at          timestamptz not null,
  -- Whether the author's account, and with it the text, was erased.
  erased           boolean not null default false
);
create unique index messages_conversation_seq_key on messages (conversation_id, seq);
create unique index messages_conversation_sent_key on messages (conversation_id, sent_at);
create index messages_unread_idx on messages (conversation_id, sender_side) where read_at is null;
create index messages_sender_idx on messages (sender_id, sent_at);

create table message_attachments (
  id               text primary key,
  message_id       text not null references messages (id) on delete cascade,
  conversation_id  text not null,
  filename         text not null,
  content_type     text not null,
  bytes            integer not null,
  storage_key      text not null,
  created_at       timestamptz not null,
  -- Order in which the files were chosen; a message has up to five.
  position         smallint not null default 0
);
create index message_attachments_conversation_idx on message_attachments (conversation_id);
create unique index message_attachments_message_key on message_attachments (message_id, position);

-- Templates of a seller's team, or of a user without one.
create table message_templates (
  id          text primary key,
  seller_id   text references sellers (id) on delete cascade,
  user_id     text references users (id) on delete cascade,
  name        text not null,
  category    text not null,
  content     text not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  check (num_nonnulls(seller_id, user_id) = 1)
);
create unique index message_templates_seller_name_key on message_templates (seller_id, lower(name))
  where seller_id is not null;
create unique index message_templates_user_name_key on message_templates (user_id, lower(name))
  where user_id is not null;
create index message_templates_by_seller on message_templates (seller_id) where seller_id is not null;
create index message_templates_by_user on message_templates (user_id) where user_id is not null;

-- Parties are users (as buyers) and sellers; the ID's prefix distinguishes them.
create table message_blocks (
  blocker     text not null,
  blocked     text not null,
  created_by  text not null,
  created_at  timestamptz not null,
  primary key (blocker, blocked)
);
create index message_blocks_blocked_idx on message_blocks (blocked);
