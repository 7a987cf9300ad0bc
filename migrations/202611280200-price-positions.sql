-- compatible: yes

-- How the price of each live listing compares with those of similar listings. Searches sort by it and cards show it, so
-- it is computed by a job. The listing's price and what makes others similar to it are read with `changes`, which
-- increases when one of them changes: a position that was computed before is then not stored.
create table listing_price_positions (
  listing_id  text primary key,
  -- Null with too few similar listings.
  position    text check (position in ('lowest', 'low', 'usual', 'high', 'highest')),
  -- Tenths of a percent above the median.
  per_mille   integer,
  compared    integer not null default 0,
  -- -infinity: never compared, or changed since.
  due_at      timestamptz not null default '-infinity',
  changes     integer not null default 0
);
create index listing_price_positions_due on listing_price_positions (due_at, listing_id);

-- Before the constraint and the triggers, during which no listing can be written.
insert into listing_price_positions (listing_id) select id from listings where status = 'ACTIVE';
lock table listings in share row exclusive mode;
delete from listing_price_positions p where not exists (select from listings l where l.id = p.listing_id);
insert into listing_price_positions (listing_id)
  select id from listings l where status = 'ACTIVE'
    and not exists (select from listing_price_positions p where p.listing_id = l.id);
alter table listing_price_positions
  add foreign key (listing_id) references listings (id) on delete cascade;

create function note_prices_to_compare() returns trigger language plpgsql as $$
begin
  insert into listing_price_positions (listing_id) select id from inserted where status = 'ACTIVE'
    on conflict do nothing;
  return null;
end
$$;
create trigger listings_compare_insert after insert on listings
  referencing new table as inserted for each statement execute function note_prices_to_compare();

create function note_price_to_compare() returns trigger language plpgsql as $$
begin
  insert into listing_price_positions as p (listing_id) values (new.id)
    on conflict (listing_id) do update set due_at = '-infinity', changes = p.changes + 1;
  return null;
end
$$;
create trigger listings_compare_update
  after update of status, price, currency, vat_deductible, category_id, subcategory_id, brand_id, model, year, mileage,
    operating_hours, power_kw, drive_type, condition on listings
  for each row when (
    new.status = 'ACTIVE'
    and (old.status, old.price, old.currency, old.vat_deductible, old.category_id, old.subcategory_id, old.brand_id, old.model,
        old.year, old.mileage, old.operating_hours, old.power_kw, old.drive_type, old.condition)
      is distinct from (new.status, new.price, new.currency, new.vat_deductible, new.category_id, new.subcategory_id,
        new.brand_id, new.model, new.year, new.mileage, new.operating_hours, new.power_kw, new.drive_type, new.condition)
  ) execute function note_price_to_compare();

