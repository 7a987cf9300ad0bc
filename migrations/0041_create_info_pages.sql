-- compatible: yes

-- The pages that administrators write, one row for each language. Version 0 is the text that ships; it has no row below.
create table info_pages (
  slug               text not null check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  language           text not null check (language ~ '^[a-z]{2}$'),
  -- Of the newest text.
  version            integer not null default 0,
  published_version  integer not null default 0,
  published_at       timestamptz,
  primary key (slug, language)
);

-- Every text that was written, never changed.
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
