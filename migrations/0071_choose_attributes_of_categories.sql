-- compatible: yes

-- Of a top category, for itself and all below it: fields that forms do not ask for, and fields without which nothing is published.
alter table categories add column hidden_attributes text[] not null default '{}';
alter table categories add column required_attributes text[] not null default '{}';
