-- A seller's trust score and phone show on the pages of their listings, not in searches, and change for a whole market at once:
-- the search index passes over such entries.
alter table listing_changes add column page_only boolean not null default false;

create or replace function log_updated_seller() returns trigger language plpgsql as $$
begin
  insert into listing_changes (listing_id, page_only)
    select id, (old.slug, old.company_name, old.verified) is not distinct from (new.slug, new.company_name, new.verified)
    from listings where seller_id = new.id and status in ('ACTIVE', 'SOLD', 'EXPIRED') and deleted_at is null;
  if found then
    perform pg_notify('listing_changes', '');
  end if;
  return null;
end
$$;
