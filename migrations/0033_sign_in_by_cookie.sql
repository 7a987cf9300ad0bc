-- compatible: yes
-- The hash of the secret in a browser's cookie; null for sessions that live by their refresh tokens.
alter table sessions add column cookie_hash bytea;
create unique index sessions_by_cookie on sessions (cookie_hash) where cookie_hash is not null;
