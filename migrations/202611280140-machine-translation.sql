-- compatible: yes

-- Machine translations of public texts, by a digest of the text, so that equal texts are translated once.
create table machine_translations (
  digest           bytea not null,
  language         text not null,
  source_language  text,
  content          text not null,
  created_at       timestamptz not null,
  primary key (digest, language)
);
create index machine_translations_created_idx on machine_translations (created_at);

-- Those of messages go with their messages.
create table message_translations (
  message_id       text not null references messages (id) on delete cascade,
  language         text not null,
  source_language  text,
  content          text not null,
  created_at       timestamptz not null,
  primary key (message_id, language)
);

-- Characters sent for translation on a day (UTC). Accounts and networks are keyed hashes.
create table translation_spending (
  day         date not null,
  spender     text not null,
  characters  integer not null,
  primary key (day, spender)
);
