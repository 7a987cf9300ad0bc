-- Rises with every change of the taxonomy, in its transaction: who holds a copy sees whether it is old.
create table taxonomy_version (
  only_row  boolean primary key default true check (only_row),
  version   bigint not null
);
insert into taxonomy_version (version) values (1);

alter table categories add column merged_into text references categories (id);
alter table brands add column merged_into text references brands (id);
