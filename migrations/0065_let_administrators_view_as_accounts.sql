-- compatible: yes

-- Whose view of the market an administrator's session has, and until when.
alter table sessions add column viewing_user_id text references users (id);
alter table sessions add column viewing_until timestamptz;
alter table sessions add constraint sessions_view_has_end check ((viewing_user_id is null) = (viewing_until is null));
create index sessions_viewing on sessions (viewing_user_id) where viewing_user_id is not null;
