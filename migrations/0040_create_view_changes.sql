-- Listings whose view counts were written, for the search index, which may lag behind in them. Short-lived rows.
create table listing_view_changes (
  seq         bigint generated always as identity primary key,
  listing_id  text not null,
  views       bigint not null,
  changed_at  timestamptz not null
);
