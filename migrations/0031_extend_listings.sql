-- Set while an unpublished listing has become another offer than the one that was approved.
alter table listings add column changed_since_approval boolean not null default false;

-- Which warnings before expiry were given. A renewal moves expires_at, and they are due again.
create table listing_expiry_warnings (
  listing_id   text not null references listings (id) on delete cascade,
  expires_at   timestamptz not null,
  days_before  smallint not null,
  primary key (listing_id, expires_at, days_before)
);

-- What listings show of their seller is derived from the sellers too: the change log names the listings that are public.
create function log_updated_seller() returns trigger language plpgsql as $$
begin
  insert into listing_changes (listing_id)
    select id from listings where seller_id = new.id and status in ('ACTIVE', 'SOLD', 'EXPIRED') and deleted_at is null;
  if found then
    perform pg_notify('listing_changes', '');
  end if;
  return null;
end
$$;

create trigger sellers_log_update after update on sellers
  for each row when (
    (old.slug, old.company_name, old.verified, old.trust_score, old.country, old.city, old.phone)
      is distinct from (new.slug, new.company_name, new.verified, new.trust_score, new.country, new.city, new.phone)
  ) execute function log_updated_seller();
