-- What administrators decide while the server runs. A name without a row has its default (src/modules/settings).
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
