-- compatible: no

-- Listings, their change log, history and statistics.

-- Texts by which a listing is searched, one per line.
create function listing_text(title text, external_id text, vin text, serial_number text) returns text
  language sql immutable parallel safe
  return lower(title || E'\n' || coalesce(external_id, '') || E'\n' || coalesce(vin, '') || E'\n' || coalesce(serial_number, ''));

-- The listing record. Field columns follow the catalog in src/modules/listings/record/fields; a test compares the
-- two. Timestamps have no defaults: time comes from the application's clock, which the sandbox can move.
create table listings (
  id                           text primary key,
  seller_id                    text not null references sellers (id),
  slug                         text not null unique,
  status                       text not null default 'DRAFT' check (status in (
    'DRAFT', 'PENDING_REVIEW', 'ACTIVE', 'PAUSED', 'REJECTED', 'SUSPENDED', 'EXPIRED', 'SOLD', 'DELETED'
  )),
  version                      integer not null default 1 check (version > 0),
  source                       text not null default 'manual' check (source in ('manual', 'api', 'import')),
  import_id                    text,
  -- Digest of the import row that last wrote this listing: an equal row causes neither a change nor an event.
  row_hash                     bytea,
  rejection                    jsonb,
  -- Reason of a takedown, and the previous state, to which a restore returns.
  suspension                   jsonb,
  moderation_flags             jsonb not null default '{}',
  quality_score                smallint not null default 0 check (quality_score between 0 and 100),
  featured                     boolean not null default false,
  featured_until               timestamptz,
  previous_price               numeric(14,2) check (previous_price > 0),
  price_reduced_at             timestamptz,
  paused_by_plan               boolean not null default false,
  views                        bigint not null default 0 check (views >= 0),
  favorites_count              integer not null default 0 check (favorites_count >= 0),
  inquiries_count              integer not null default 0 check (inquiries_count >= 0),
  created_at                   timestamptz not null,
  updated_at                   timestamptz not null,
  submitted_at                 timestamptz,
  published_at                 timestamptz,
  renewed_at                   timestamptz,
  expires_at                   timestamptz,
  sold_at                      timestamptz,
  sold_price                   numeric(14,2) check (sold_price >= 0),
  -- No foreign key: the sale stays even if the conversation is erased.
  sold_conversation_id         text,
  deleted_at                   timestamptz,
  -- Core.
  title                        text not null,
  description                  text,
  category_id                  text not null references categories (id),
  subcategory_id               text references categories (id),
  brand_id                     text references brands (id),
  model                        text,
  variant                      text,
  body_type                    text,
  price                        numeric(14,2) check (price between 0.01 and 9999999999.99),
  currency                     text check (currency ~ '^[A-Z]{3}$'),
  year                         integer check (year between 1950 and 2100),
  mileage                      integer check (mileage between 0 and 5000000),
  condition                    text not null default 'used' check (condition in ('new', 'used', 'certified')),
  features                     text[] not null default '{}',
  country                      text check (country ~ '^[A-Z]{2}$'),
  region                       text,
  city                         text,
  postal_code                  text,
  lat                          double precision check (lat between -90 and 90),
  lng                          double precision check (lng between -180 and 180),
  video_url                    text,
  content_language             text check (content_language ~ '^[a-z]{2}$'),
  translations                 jsonb,
  contact                      jsonb,
  -- Commercial.
  price_type                   text check (price_type in ('fixed', 'negotiable', 'on_request')),
  price_net                    numeric(14,2) check (price_net between 0.01 and 9999999999.99),
  price_gross                  numeric(14,2) check (price_gross between 0.01 and 9999999999.99),
  vat_rate                     numeric(5,2) check (vat_rate between 0 and 50),
  vat_deductible               boolean,
  leasing                      jsonb,
  rentable                     boolean,
  usage_type                   text check (usage_type in ('demonstration', 'pre_registration', 'rental_return', 'classic')),
  damaged                      boolean,
  accident_history             boolean,
  roadworthy                   boolean,
  previous_owners              integer check (previous_owners between 0 and 99),
  service_history              text check (service_history in ('full', 'partial', 'none')),
  warranty_months              integer check (warranty_months between 1 and 99),
  availability                 jsonb,
  -- Technical.
  fuel_type                    text
    check (fuel_type in ('diesel', 'petrol', 'electric', 'hybrid', 'cng', 'lng', 'lpg', 'hydrogen', 'ethanol', 'other')),
  transmission                 text check (transmission in ('manual', 'automatic', 'semi_automatic')),
  drive_type                   text check (drive_type in ('4x2', '6x2', '6x4', '8x4', '4x4', '6x6', '8x2', '8x6', '8x8', '10x4', '10x6')),
  euro_standard                text
    check (euro_standard in ('euro3', 'euro4', 'euro5', 'euro6', 'euro1', 'euro2', 'eev', 'euro6d', 'euro6e')),
  non_road_stage               text check (non_road_stage in ('stage_2', 'stage_3a', 'stage_3b', 'stage_4', 'stage_5', 'tier_4_final')),
  first_registration           text check (first_registration ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  next_inspection              text check (next_inspection ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  eu_category                  text check (eu_category in ('N1', 'N2', 'N3', 'M2', 'M3', 'O1', 'O2', 'O3', 'O4', 'T', 'none')),
  power_kw                     integer check (power_kw between 1 and 1200),
  engine_displacement_ccm      integer check (engine_displacement_ccm between 50 and 100000),
  cylinders                    integer check (cylinders between 1 and 24),
  fuel_consumption             double precision check (fuel_consumption between 0 and 200),
  co2                          double precision check (co2 between 0 and 3000),
  gears                        integer check (gears between 1 and 18),
  axles                        integer check (axles between 1 and 12),
  suspension_front             text check (suspension_front in ('air', 'spring', 'hydraulic', 'parabolic')),
  suspension_rear              text check (suspension_rear in ('air', 'spring', 'hydraulic', 'parabolic')),
  brake_type                   text check (brake_type in ('disc', 'drum', 'mixed')),
  retarder                     text check (retarder in ('none', 'retarder', 'intarder', 'engine_brake')),
  cab_type                     text check (cab_type in ('day', 'sleeper', 'high_sleeper', 'mega_sleeper', 'double', 'local')),
  bunks                        integer check (bunks between 0 and 4),
  steering                     text check (steering in ('left', 'right')),
  seats                        integer check (seats between 1 and 150),
  standing_places              integer check (standing_places between 0 and 250),
  doors                        integer check (doors between 0 and 12),
  bus_class                    text check (bus_class in ('city', 'intercity', 'coach', 'school', 'minibus', 'double_decker', 'articulated')),
  floor_type                   text check (floor_type in ('low', 'step', 'high')),
  gross_vehicle_weight_kg      integer check (gross_vehicle_weight_kg between 500 and 200000),
  gross_combination_weight_kg  integer check (gross_combination_weight_kg between 500 and 1000000),
  curb_weight_kg               integer check (curb_weight_kg between 1 and 200000),
  payload_kg                   integer check (payload_kg between 1 and 200000),
  towing_capacity_kg           integer check (towing_capacity_kg between 0 and 200000),
  tow_ball_weight_kg           integer check (tow_ball_weight_kg between 0 and 20000),
  length_mm                    integer check (length_mm between 100 and 60000),
  width_mm                     integer check (width_mm between 100 and 15000),
  height_mm                    integer check (height_mm between 100 and 30000),
  wheelbase_mm                 integer check (wheelbase_mm between 100 and 30000),
  load_length_mm               integer check (load_length_mm between 1 and 60000),
  load_width_mm                integer check (load_width_mm between 1 and 15000),
  load_height_mm               integer check (load_height_mm between 1 and 15000),
  load_volume_m3               double precision check (load_volume_m3 between 0.01 and 500),
  europallets                  integer check (europallets between 0 and 100),
  tank_volume_l                integer check (tank_volume_l between 1 and 200000),
  compartments                 integer check (compartments between 1 and 20),
  adr_classes                  text[] not null default '{}',
  cooling                      jsonb,
  fifth_wheel_height_mm        integer check (fifth_wheel_height_mm between 500 and 2500),
  kingpin                      text,
  twist_locks                  integer check (twist_locks between 0 and 64),
  axle_make                    text,
  hydraulics                   text check (hydraulics in ('none', 'tipper', 'walking_floor', 'tanker', 'other')),
  fuel_tank_l                  integer check (fuel_tank_l between 1 and 5000),
  adblue_tank_l                integer check (adblue_tank_l between 1 and 1000),
  tyres                        jsonb,
  battery_capacity_kwh         double precision check (battery_capacity_kwh between 0.1 and 5000),
  range_km                     integer check (range_km between 1 and 3000),
  operating_hours              integer check (operating_hours between 0 and 500000),
  lifting_capacity_kg          integer check (lifting_capacity_kg between 1 and 5000000),
  lifting_height_mm            integer check (lifting_height_mm between 1 and 250000),
  build_height_mm              integer check (build_height_mm between 1 and 50000),
  operating_weight_kg          integer check (operating_weight_kg between 1 and 1000000),
  bucket_m3                    double precision check (bucket_m3 between 0.001 and 100),
  dig_depth_mm                 integer check (dig_depth_mm between 1 and 100000),
  reach_mm                     integer check (reach_mm between 1 and 200000),
  undercarriage                text check (undercarriage in ('tracked', 'wheeled')),
  mast_type                    text check (mast_type in ('simplex', 'duplex', 'triplex', 'quad')),
  free_lift_mm                 integer check (free_lift_mm between 0 and 20000),
  fork_length_mm               integer check (fork_length_mm between 1 and 10000),
  color                        text
    check (color in (
      'black', 'grey', 'beige', 'brown', 'red', 'green', 'blue', 'purple', 'gold', 'white', 'orange', 'silver', 'yellow'
    )),
  metallic                     boolean,
  interior_color               text
    check (interior_color in (
      'black', 'grey', 'beige', 'brown', 'red', 'green', 'blue', 'purple', 'gold', 'white', 'orange', 'silver', 'yellow'
    )),
  emission_sticker             text check (emission_sticker in ('green', 'yellow', 'red', 'none')),
  climate                      text check (climate in ('none', 'manual', 'automatic')),
  climate_zones                integer check (climate_zones between 1 and 6),
  -- Private. Dealers number their stock as they like ("LKW 12/24"), so only control characters are rejected.
  external_id                  text
    check (external_id <> '' and length(external_id) <= 40 and external_id !~ '[[:cntrl:]]'),
  vin                          text check (vin ~ '^[A-HJ-NPR-Z0-9]{17}$'),
  serial_number                text,
  vin_public                   boolean,
  dealer_price                 numeric(14,2) check (dealer_price between 0.01 and 9999999999.99),
  -- Whether an unpublished listing has become a different offer since its approval.
  changed_since_approval       boolean not null default false,
  -- Of the first image. The media module updates it here, so that lists need no join.
  thumbnail                    text,
  images_count                 integer not null default 0 check (images_count >= 0),
  constraint listings_coordinates_paired check ((lat is null) = (lng is null)),
  constraint listings_on_request_without_price check (price is null or price_type is distinct from 'on_request'),
  constraint listings_active_complete check (
    status <> 'ACTIVE' or (brand_id is not null and published_at is not null and expires_at is not null)
  ),
  constraint listings_sold_dated check (status <> 'SOLD' or sold_at is not null),
  constraint listings_deleted_dated check ((status = 'DELETED') = (deleted_at is not null)),
  constraint listings_featured_active check (not featured or (status = 'ACTIVE' and featured_until is not null)),
  -- A listing has one price with its basis (vat_deductible) and a VAT rate or scheme. Null: the standard scheme.
  vat_scheme                   text check (vat_scheme in ('standard', 'margin')),
  -- Version of the last edit, if the system has written later versions; null if the newest version is an edit.
  edited_version               integer
)
-- Counters change often and have no index. Free space in each page allows heap-only updates (HOT), which leave the
-- indexes alone.
with (fillfactor = 90);
-- One listing per import key, and one per vehicle of a seller; a deleted listing frees both. A vehicle without a VIN
-- needs no entry.
create unique index listings_seller_external_id_key on listings (seller_id, external_id) where deleted_at is null;
create unique index listings_seller_vin_key on listings (seller_id, vin) where vin is not null and deleted_at is null;
-- By state. Counts and sums over a seller's stock filter by state, not deleted_at, so they cannot use a partial
-- index.
create index listings_seller_status_idx on listings (seller_id, status, created_at desc, id desc);
-- Live listings by category, brand and model: counts, and prices of similar vehicles, by index-only scans.
create index listings_market_idx on listings (category_id, brand_id, model, year) include (price, currency)
  where status = 'ACTIVE';
-- For scheduled jobs: expiry and its warnings, the end of featuring, the purge of deleted rows after their retention.
create index listings_expiry_idx on listings (expires_at) where status = 'ACTIVE';
create index listings_featured_until_idx on listings (featured_until) where featured;
create index listings_deleted_at_idx on listings (deleted_at) where deleted_at is not null;
-- For moderation: the queue in order of submission, and the same vehicle at other sellers, in the order of the
-- report.
create index listings_review_queue_idx on listings (submitted_at, id) where status = 'PENDING_REVIEW';
create index listings_vin_idx on listings (vin, id) where vin is not null and deleted_at is null;
-- Listings that administrators rejected or suspended, which count against their seller for a year.
create index listings_refused_idx on listings (seller_id, updated_at) where status in ('REJECTED', 'SUSPENDED');
create index listings_status_created_idx on listings (status, created_at desc, id desc);
create index listings_flagged_idx on listings (status, created_at desc, id desc) where moderation_flags <> '{}';
create index listings_text_idx on listings using gin (listing_text(title, external_id, vin, serial_number) gin_trgm_ops)
  with (gin_pending_list_limit = 128);
-- Listings of a category or brand in batches, when it is renamed, moved or merged.
create index listings_of_category_idx on listings (category_id, id);
create index listings_of_subcategory_idx on listings (subcategory_id, id);
create index listings_of_brand_idx on listings (brand_id, id);
-- Whether any listing has a feature.
create index listings_features_idx on listings using gin (features);
-- Finds a listing by its seller's stock number, across all sellers.
create index listings_external_id_idx on listings (external_id) where external_id is not null and deleted_at is null;
-- A dealer's own list in each sort order, with the state first: a page is merged from the selected states, so its
-- cost does not depend on the size of the stock, and no row of another state is read.
create index listings_own_by_update on listings (seller_id, status, updated_at, id) where deleted_at is null;
create index listings_own_by_publication on listings (seller_id, status, published_at, id) where deleted_at is null;
create index listings_own_by_expiry on listings (seller_id, status, expires_at, id) where deleted_at is null;
create index listings_own_by_title on listings (seller_id, status, title, id) where deleted_at is null;
create index listings_own_by_price on listings (seller_id, status, price, id) where deleted_at is null;
create index listings_own_by_year on listings (seller_id, status, year, id) where deleted_at is null;
create index listings_own_by_mileage on listings (seller_id, status, mileage, id) where deleted_at is null;
create index listings_own_by_quality on listings (seller_id, status, quality_score, id) where deleted_at is null;
create index listings_own on listings (seller_id, id) where deleted_at is null;
create index listings_own_featured on listings (seller_id) where featured;

-- The change log that feeds the search index: one row per changed listing and statement, written in the transaction
-- of the change. Sequence numbers do not follow commit order, so readers remember the missing ones
-- (src/modules/listings/change-log/change-log.ts).
create table listing_changes (
  seq         bigint generated always as identity primary key,
  listing_id  text not null,
  xid         xid8 not null default pg_current_xact_id(),
  changed_at  timestamptz not null default clock_timestamp(),
  -- The change is visible only on the listing's own page, so the search index skips the entry.
  page_only   boolean not null default false
);

-- A change of a seller is logged for each of its listings, because they show it. A dealer can have twenty thousand:
-- the first ones are logged with the change, the rest by a job that continues after the listing named here.
create table seller_changes (
  seller_id  text primary key references sellers (id) on delete cascade,
  after      text not null,
  page_only  boolean not null
);

create function log_inserted_listings() returns trigger language plpgsql as $$
begin
  insert into listing_changes (listing_id) select id from inserted;
  if found then
    perform pg_notify('listing_changes', '');
  end if;
  return null;
end
$$;
create trigger listings_log_insert after insert on listings
  referencing new table as inserted for each statement execute function log_inserted_listings();

create function log_deleted_listings() returns trigger language plpgsql as $$
begin
  insert into listing_changes (listing_id) select id from deleted;
  if found then
    perform pg_notify('listing_changes', '');
  end if;
  return null;
end
$$;
create trigger listings_log_delete after delete on listings
  referencing old table as deleted for each statement execute function log_deleted_listings();

-- Row-level, because only there can two versions be compared with their counters made equal. Within a transaction
-- PostgreSQL merges equal notifications. row_hash is not shown anywhere, so a change of it does not count.
create function log_updated_listing() returns trigger language plpgsql as $$
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
create trigger listings_log_update after update on listings
  for each row execute function log_updated_listing();

-- Listings show data of their seller, so a change of the seller is logged for its public listings. Trust score and
-- phone are shown on listing pages but not in searches, and change for the whole marketplace at once. An erasure
-- removes the seller from searches immediately, however many listings there are.
create function log_updated_seller() returns trigger language plpgsql as $$
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
create trigger sellers_log_update after update on sellers
  for each row when (
    (old.slug, old.company_name, old.verified, old.trust_score, old.country, old.city, old.phone)
      is distinct from (new.slug, new.company_name, new.verified, new.trust_score, new.country, new.city, new.phone)
  ) execute function log_updated_seller();

-- A seller's stock in order of views. Each counted view updates this narrow table; with an index on listings, it
-- would update all indexes of the listing.
create table stock_views (
  listing_id  text primary key references listings (id) on delete cascade,
  seller_id   text not null,
  status      text not null,
  views       integer not null
) with (fillfactor = 80);
create index stock_views_in_order on stock_views (seller_id, status, views, listing_id);

create function note_stock_views() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into stock_views (listing_id, seller_id, status, views) select id, seller_id, status, views from inserted;
  else
    update stock_views v set seller_id = t.seller_id, status = t.status, views = t.views
    from changed_to t
    where v.listing_id = t.id and (v.seller_id, v.status, v.views) is distinct from (t.seller_id, t.status, t.views);
  end if;
  return null;
end
$$;
create trigger listings_views_insert after insert on listings
  referencing new table as inserted for each statement execute function note_stock_views();
create trigger listings_views_update after update on listings
  referencing new table as changed_to for each statement execute function note_stock_views();

-- Who changed what in a listing, by version. For texts, only the field's name is stored. `source` is null if unknown.
create table listing_history (
  listing_id  text not null references listings (id) on delete cascade,
  version     integer not null,
  at          timestamptz not null,
  source      text,
  user_id     text,
  changes     jsonb not null,
  primary key (listing_id, version)
);
create index listing_history_by_time on listing_history (at);

create table listing_price_history (
  listing_id      text not null references listings (id) on delete cascade,
  at              timestamptz not null,
  price           numeric(14,2),
  currency        text,
  -- Whether the price was net.
  vat_deductible  boolean,
  primary key (listing_id, at)
);

-- Expiry warnings that were sent. A renewal changes expires_at, so that they become due again.
create table listing_expiry_warnings (
  listing_id   text not null references listings (id) on delete cascade,
  expires_at   timestamptz not null,
  days_before  smallint not null,
  primary key (listing_id, expires_at, days_before)
);

-- Visitors counted per day. Written at every first view and purged by day, so there is no foreign key: its check
-- would lock the listing's row. `visitor` is a keyed digest, never an address.
create table listing_views (
  listing_id  text not null,
  day         date not null,
  visitor     bytea not null,
  primary key (day, listing_id, visitor)
);

-- New view counts for the search index, which can lag behind. Rows are short-lived.
create table listing_view_changes (
  seq         bigint generated always as identity primary key,
  listing_id  text not null,
  views       bigint not null,
  changed_at  timestamptz not null
);
create index listing_view_changes_by_age on listing_view_changes (changed_at);

-- Daily statistics of a listing (UTC).
create table listing_stats_daily (
  listing_id  text not null references listings (id) on delete cascade,
  day         date not null,
  views       integer not null default 0 check (views >= 0),
  visitors    integer not null default 0 check (visitors >= 0),
  inquiries   integer not null default 0 check (inquiries >= 0),
  favorites   integer not null default 0,
  primary key (listing_id, day)
);

-- Views and contacts of a listing per month: the most viewed ones of a period are picked from its months instead of
-- the days of the whole stock.
create table listing_months (
  listing_id  text not null references listings (id) on delete cascade,
  month       date not null,
  seller_id   text not null,
  views       integer not null,
  inquiries   integer not null,
  primary key (listing_id, month)
);
create index listing_months_most_viewed on listing_months (seller_id, month, views desc, listing_id);

create function add_to_listing_months() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into listing_months as m (listing_id, month, seller_id, views, inquiries)
      select i.listing_id, date_trunc('month', i.day)::date, l.seller_id, sum(i.views), sum(i.inquiries)
      from inserted i join listings l on l.id = i.listing_id
      group by 1, 2, 3 order by 1, 2
      on conflict (listing_id, month) do update
      set views = m.views + excluded.views, inquiries = m.inquiries + excluded.inquiries;
  else
    insert into listing_months as m (listing_id, month, seller_id, views, inquiries)
      select c.listing_id, date_trunc('month', c.day)::date, l.seller_id, sum(c.views), sum(c.inquiries)
      from (
        select listing_id, day, views, inquiries from changed_to
        union all
        select listing_id, day, -views, -inquiries from changed_from
      ) c join listings l on l.id = c.listing_id
      group by 1, 2, 3 having (sum(c.views), sum(c.inquiries)) <> (0, 0) order by 1, 2
      on conflict (listing_id, month) do update
      set views = m.views + excluded.views, inquiries = m.inquiries + excluded.inquiries;
  end if;
  return null;
end
$$;
create trigger listing_stats_month_insert after insert on listing_stats_daily
  referencing new table as inserted for each statement execute function add_to_listing_months();
create trigger listing_stats_month_update after update on listing_stats_daily
  referencing old table as changed_from new table as changed_to for each statement execute function add_to_listing_months();

-- Daily statistics of a month as running sums: element n is the sum of days 1 to n, and the last element also stands
-- for the days after it. The total of any days is the difference of two elements, so a period of a large stock takes
-- one or two rows per listing instead of thirty. The sums are not indexed, so most updates are heap-only.
create table listing_running_sums (
  listing_id  text not null references listings (id) on delete cascade,
  month       date not null,
  seller_id   text not null,
  views       integer[] not null,
  visitors    integer[] not null,
  inquiries   integer[] not null,
  favorites   integer[] not null,
  primary key (listing_id, month)
) with (fillfactor = 80);
create index listing_running_sums_by_seller on listing_running_sums (seller_id, month);

-- Running sums with one day's value: empty for 0, otherwise the value from that day on.
create function figure_since(day date, figure integer) returns integer[] language sql immutable parallel safe as $$
  select array_fill(figure, array[(figure <> 0)::int], array[extract(day from day)::int])
$$;

-- `sums` must start at the first day; `more` can start later.
create function add_running_sums(sums integer[], more integer[]) returns integer[] language plpgsql immutable parallel safe as $$
declare
  known   integer := cardinality(sums);
  until   integer := array_upper(more, 1);
  latest  integer := coalesce(sums[known], 0);
begin
  if more = '{}' then
    return sums;
  end if;
  for n in known + 1 .. until loop
    sums[n] := latest;
  end loop;
  for n in array_lower(more, 1) .. greatest(known, until) loop
    sums[n] := sums[n] + more[least(n, until)];
  end loop;
  return sums;
end
$$;

create aggregate sum_of_running_sums (integer[]) (sfunc = add_running_sums, stype = integer[], initcond = '{}');

create function add_to_listing_running_sums() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into listing_running_sums as s (listing_id, month, seller_id, views, visitors, inquiries, favorites)
      select i.listing_id, date_trunc('month', i.day)::date, l.seller_id,
        sum_of_running_sums(figure_since(i.day, i.views)),
        sum_of_running_sums(figure_since(i.day, i.visitors)),
        sum_of_running_sums(figure_since(i.day, i.inquiries)),
        sum_of_running_sums(figure_since(i.day, i.favorites))
      from inserted i join listings l on l.id = i.listing_id
      group by 1, 2, 3 order by 1, 2
      on conflict (listing_id, month) do update set
        views = add_running_sums(s.views, excluded.views),
        visitors = add_running_sums(s.visitors, excluded.visitors),
        inquiries = add_running_sums(s.inquiries, excluded.inquiries),
        favorites = add_running_sums(s.favorites, excluded.favorites);
  else
    insert into listing_running_sums as s (listing_id, month, seller_id, views, visitors, inquiries, favorites)
      select c.listing_id, date_trunc('month', c.day)::date, l.seller_id,
        sum_of_running_sums(figure_since(c.day, c.views)),
        sum_of_running_sums(figure_since(c.day, c.visitors)),
        sum_of_running_sums(figure_since(c.day, c.inquiries)),
        sum_of_running_sums(figure_since(c.day, c.favorites))
      from (
        select listing_id, day, sum(views)::int as views, sum(visitors)::int as visitors, sum(inquiries)::int as inquiries,
          sum(favorites)::int as favorites
        from (
          select listing_id, day, views, visitors, inquiries, favorites from changed_to
          union all
          select listing_id, day, -views, -visitors, -inquiries, -favorites from changed_from
        ) both_sides
        group by listing_id, day
        having (sum(views), sum(visitors), sum(inquiries), sum(favorites)) <> (0, 0, 0, 0)
      ) c join listings l on l.id = c.listing_id
      group by 1, 2, 3 order by 1, 2
      on conflict (listing_id, month) do update set
        views = add_running_sums(s.views, excluded.views),
        visitors = add_running_sums(s.visitors, excluded.visitors),
        inquiries = add_running_sums(s.inquiries, excluded.inquiries),
        favorites = add_running_sums(s.favorites, excluded.favorites);
  end if;
  return null;
end
$$;
create trigger listing_stats_running_insert after insert on listing_stats_daily
  referencing new table as inserted for each statement execute function add_to_listing_running_sums();
create trigger listing_stats_running_update after update on listing_stats_daily
  referencing old table as changed_from new table as changed_to for each statement execute function add_to_listing_running_sums();
