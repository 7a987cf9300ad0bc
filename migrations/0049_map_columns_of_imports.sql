-- compatible: yes

-- What the columns of a seller's files are, by format: names of the files to columns of the format, null where one is not read.
create table import_mappings (
  seller_id   text not null references sellers (id) on delete cascade,
  preset      text not null,
  columns     jsonb not null,
  updated_at  timestamptz not null,
  primary key (seller_id, preset)
);
