-- compatible: no

-- Categories (two levels), brands with their models, feature codes. The first start seeds them from
-- src/modules/taxonomy/seed; afterwards, administrators change them.

create table categories (
  id                   text primary key,
  slug                 text not null,
  parent_id            text references categories (id),
  -- One of the nine vehicle classes, which determines the fields and features of a listing.
  class                text not null check (class in ('TU', 'TR', 'VA', 'ST', 'TL', 'BU', 'CM', 'FL', 'AG')),
  -- Language → name.
  names                jsonb not null,
  aliases              text[] not null default '{}',
  import_keys          text[] not null default '{}',
  active               boolean not null default true,
  position             integer not null,
  created_at           timestamptz not null,
  updated_at           timestamptz not null,
  merged_into          text references categories (id),
  -- Set on top-level categories, for all levels: fields that forms leave out, and fields required for publication.
  hidden_attributes    text[] not null default '{}',
  required_attributes  text[] not null default '{}',
  constraint categories_names_are_texts check (
    jsonb_typeof(names) = 'object'
    and not jsonb_path_exists(names, '$.keyvalue() ? (@.value.type() != "string" || !(@.key like_regex "^[a-z]{2}$"))')
  )
);
create unique index categories_slug_key on categories (slug);
create index categories_by_parent on categories (parent_id, position);
create index categories_merged_into_idx on categories (merged_into) where merged_into is not null;

create table brands (
  id           text primary key,
  slug         text not null,
  name         text not null,
  logo         text,
  classes      text[] not null,
  aliases      text[] not null default '{}',
  active       boolean not null default true,
  position     integer not null default 0,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  merged_into  text references brands (id)
);
create unique index brands_slug_key on brands (slug);
create index brands_merged_into_idx on brands (merged_into) where merged_into is not null;

create table brand_models (
  id        text primary key,
  brand_id  text not null references brands (id) on delete cascade,
  name      text not null,
  aliases   text[] not null default '{}',
  position  integer not null default 0
);
create unique index brand_models_name_key on brand_models (brand_id, lower(name));

create table features (
  code           text primary key,
  feature_group  text not null,
  names          jsonb not null,
  classes        text[] not null,
  import_keys    text[] not null default '{}',
  active         boolean not null default true,
  position       integer not null,
  constraint features_names_are_texts check (
    jsonb_typeof(names) = 'object'
    and not jsonb_path_exists(names, '$.keyvalue() ? (@.value.type() != "string" || !(@.key like_regex "^[a-z]{2}$"))')
  )
);

-- Former slugs of renamed or merged entries, and the slugs that replace them.
create table taxonomy_redirects (
  kind        text not null check (kind in ('category', 'brand')),
  old_slug    text not null,
  target_id   text not null,
  created_at  timestamptz not null,
  primary key (kind, old_slug)
);

-- Incremented in the transaction of every change to the taxonomy, so that caches can check whether they are stale.
create table taxonomy_version (
  only_row  boolean primary key default true check (only_row),
  version   bigint not null
);
insert into taxonomy_version (version) values (1);
