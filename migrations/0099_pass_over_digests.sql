-- compatible: yes

-- The digest of the row that an import has read last shows nowhere: its change is none of the listing.
create or replace function log_updated_listing() returns trigger language plpgsql as $$
declare
  before listings := old;
begin
  before.views := new.views;
  before.favorites_count := new.favorites_count;
  before.inquiries_count := new.inquiries_count;
  before.row_hash := new.row_hash;
  if before is distinct from new then
    insert into listing_changes (listing_id) values (new.id);
    perform pg_notify('listing_changes', '');
  end if;
  return null;
end
$$;
