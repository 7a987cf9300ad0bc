-- Words that clients show, per key and language. Names of categories and features are not here but with those.
create table translations (
  key         text not null,
  language    text not null,
  text        text not null,
  updated_by  text,
  updated_at  timestamptz not null,
  primary key (key, language)
);
create index translations_by_language on translations (language, key);
