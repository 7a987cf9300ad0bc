-- compatible: yes

-- As before, but whoever is erased leaves the searches with the erasure, however many listings there are.
create or replace function log_updated_seller() returns trigger language plpgsql as $$
declare
  only_on_page boolean := (old.slug, old.company_name, old.verified) is not distinct from (new.slug, new.company_name, new.verified);
  -- Null is no limit.
  first_listings integer := case when new.status = 'erased' and old.status <> 'erased' then null else 100 end;
  reached record;
begin
  with first as materialized (
    select id, status from listings where seller_id = new.id and deleted_at is null order by id limit first_listings
  ), noted as (
    insert into listing_changes (listing_id, page_only)
      select id, only_on_page from first where status in ('ACTIVE', 'SOLD', 'EXPIRED') returning 1
  )
  select count(*) as listings, max(id) as last, (select count(*) from noted) as noted into reached from first;
  if reached.listings = first_listings then
    insert into seller_changes as s (seller_id, after, page_only) values (new.id, reached.last, only_on_page)
      on conflict (seller_id) do update
      set after = least(s.after, excluded.after), page_only = s.page_only and excluded.page_only;
  end if;
  if reached.noted > 0 then
    perform pg_notify('listing_changes', '');
  end if;
  return null;
end
$$;
