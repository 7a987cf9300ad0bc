-- Bytes of documents that registrations from a network (a keyed hash) have brought on a day (UTC).
create table registration_bytes (
  day           date not null,
  network_hash  bytea not null,
  bytes         bigint not null,
  primary key (day, network_hash)
);
