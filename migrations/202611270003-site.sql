-- compatible: no

-- Content managed by administrators: settings, translations, pages.

-- Settings that administrators change at runtime. A name without a row has its default (src/modules/settings).
create table settings (
  name        text primary key,
  value       jsonb not null,
  updated_by  text,
  updated_at  timestamptz not null
);

create table settings_history (
  id          bigint generated always as identity primary key,
  name        text not null,
  before      jsonb,
  after       jsonb,
  changed_by  text,
  changed_at  timestamptz not null
);
create index settings_history_by_name on settings_history (name, id);

-- Texts for clients, by key and language. Names of categories and features are stored with the taxonomy.
create table translations (
  key         text not null,
  language    text not null,
  text        text not null,
  updated_by  text,
  updated_at  timestamptz not null,
  primary key (key, language)
);
create index translations_by_language on translations (language, key);

-- Pages written by administrators, one row for each language. Version 0 is the shipped text, which has no row in
-- info_page_versions.
create table info_pages (
  slug               text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  language           text not null check (language ~ '^[a-z]{2}$'),
  -- Of the newest text.
  version            integer not null default 0,
  published_version  integer not null default 0,
  published_at       timestamptz,
  primary key (slug, language)
);

-- All versions of each text, immutable.
create table info_page_versions (
  slug        text not null,
  language    text not null,
  version     integer not null check (version > 0),
  title       text not null,
  body        text not null,
  written_by  text,
  written_at  timestamptz not null,
  primary key (slug, language, version),
  foreign key (slug, language) references info_pages (slug, language) on delete cascade
);
