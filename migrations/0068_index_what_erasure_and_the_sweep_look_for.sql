-- compatible: yes
-- transaction: no

-- Whoever is told of an import's result.
drop index concurrently if exists imports_by_receiver;
create index concurrently imports_by_receiver on imports using gin (import_receivers(options)) where options ? 'notifyEmails';
drop index concurrently if exists import_pulls_by_receiver;
create index concurrently import_pulls_by_receiver on import_pulls using gin (import_receivers(options))
  where options ? 'notifyEmails';

-- What a person has begun.
drop index concurrently if exists imports_by_user;
create index concurrently imports_by_user on imports (user_id, created_at, id);
drop index concurrently if exists import_pulls_by_user;
create index concurrently import_pulls_by_user on import_pulls (user_id);

-- The sweep asks which stored logos are still named.
drop index concurrently if exists sellers_by_logo;
create index concurrently sellers_by_logo on sellers (substring(logo from '/(media/logos/[^/]+/[^/]+)$')) where logo is not null;
