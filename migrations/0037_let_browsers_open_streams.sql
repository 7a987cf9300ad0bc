-- compatible: yes

-- What stands in the address of one event stream, since browsers send no headers with it. Used once, soon.
create table stream_tickets (
  ticket_hash  bytea primary key,
  session_id   text not null references sessions (id) on delete cascade,
  expires_at   timestamptz not null
);
create index stream_tickets_by_session on stream_tickets (session_id);
create index stream_tickets_by_expiry on stream_tickets (expires_at);
