-- compatible: no

-- The listing record. Field columns follow the catalogue in src/modules/listings/record/fields; a test compares the two.
-- Instants have no defaults: time comes from the application's clock, which the sandbox can move.

create table listings (
  id text primary key,
  seller_id text not null references sellers (id),
  slug text not null unique,
  status text not null default 'DRAFT' check (status in (
    'DRAFT', 'PENDING_REVIEW', 'ACTIVE', 'PAUSED', 'REJECTED', 'SUSPENDED', 'EXPIRED', 'SOLD', 'DELETED'
  )),
  version integer not null default 1 check (version > 0),
  source text not null default 'manual' check (source in ('manual', 'api', 'import')),
  import_id text,
  -- Digest of the import row that last wrote this listing: an equal row is no change and no event.
  row_hash bytea,
  rejection jsonb,
  -- Reason of a takedown and the state before it, to which a restore goes back.
  suspension jsonb,
  moderation_flags jsonb not null default '{}',
  quality_score smallint not null default 0 check (quality_score between 0 and 100),
  featured boolean not null default false,
  featured_until timestamptz,
  previous_price numeric(14,2) check (previous_price > 0),
  price_reduced_at timestamptz,
  paused_by_plan boolean not null default false,
  views bigint not null default 0 check (views >= 0),
  favorites_count integer not null default 0 check (favorites_count >= 0),
  inquiries_count integer not null default 0 check (inquiries_count >= 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  submitted_at timestamptz,
  published_at timestamptz,
  renewed_at timestamptz,
  expires_at timestamptz,
  sold_at timestamptz,
  sold_price numeric(14,2) check (sold_price >= 0),
  -- Without a foreign key: the conversation may be erased, the sale stays.
  sold_conversation_id text,
  deleted_at timestamptz,

  -- Core.
  title text not null,
  description text,
  category_id text not null references categories (id),
  subcategory_id text references categories (id),
  brand_id text references brands (id),
  model text,
  variant text,
  body_type text,
  price numeric(14,2) check (price between 0.01 and 9999999999.99),
  currency text check (currency ~ '^[A-Z]{3}$'),
  year integer check (year between 1950 and 2100),
  mileage integer check (mileage between 0 and 5000000),
  condition text not null default 'used' check (condition in ('new', 'used', 'certified')),
  features text[] not null default '{}',
  country text check (country ~ '^[A-Z]{2}$'),
  region text,
  city text,
  postal_code text,
  lat double precision check (lat between -90 and 90),
  lng double precision check (lng between -180 and 180),
  video_url text,
  content_language text check (content_language ~ '^[a-z]{2}$'),
  translations jsonb,
  contact jsonb,

  -- Commercial.
  price_type text check (price_type in ('fixed', 'negotiable', 'on_request')),
  price_net numeric(14,2) check (price_net between 0.01 and 9999999999.99),
  price_gross numeric(14,2) check (price_gross between 0.01 and 9999999999.99),
  vat_rate numeric(5,2) check (vat_rate between 0 and 50),
  vat_deductible boolean,
  leasing jsonb,
  rentable boolean,
  usage_type text check (usage_type in ('demonstration', 'pre_registration', 'rental_return', 'classic')),
  damaged boolean,
  accident_history boolean,
  roadworthy boolean,
  previous_owners integer check (previous_owners between 0 and 99),
  service_history text check (service_history in ('full', 'partial', 'none')),
  warranty_months integer check (warranty_months between 1 and 99),
  availability jsonb,

  -- Technical.
  fuel_type text
    check (fuel_type in ('diesel', 'petrol', 'electric', 'hybrid', 'cng', 'lng', 'lpg', 'hydrogen', 'ethanol', 'other')),
  transmission text check (transmission in ('manual', 'automatic', 'semi_automatic')),
  drive_type text check (drive_type in ('4x2', '6x2', '6x4', '8x4', '4x4', '6x6', '8x2', '8x6', '8x8', '10x4', '10x6')),
  euro_standard text
    check (euro_standard in ('euro3', 'euro4', 'euro5', 'euro6', 'euro1', 'euro2', 'eev', 'euro6d', 'euro6e')),
  non_road_stage text check (non_road_stage in ('stage_2', 'stage_3a', 'stage_3b', 'stage_4', 'stage_5', 'tier_4_final')),
  first_registration text check (first_registration ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  next_inspection text check (next_inspection ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  eu_category text check (eu_category in ('N1', 'N2', 'N3', 'M2', 'M3', 'O1', 'O2', 'O3', 'O4', 'T', 'none')),
  power_kw integer check (power_kw between 1 and 1200),
  engine_displacement_ccm integer check (engine_displacement_ccm between 50 and 100000),
  cylinders integer check (cylinders between 1 and 24),
  fuel_consumption double precision check (fuel_consumption between 0 and 200),
  co2 double precision check (co2 between 0 and 3000),
  gears integer check (gears between 1 and 18),
  axles integer check (axles between 1 and 12),
  suspension_front text check (suspension_front in ('air', 'spring', 'hydraulic', 'parabolic')),
  suspension_rear text check (suspension_rear in ('air', 'spring', 'hydraulic', 'parabolic')),
  brake_type text check (brake_type in ('disc', 'drum', 'mixed')),
  retarder text check (retarder in ('none', 'retarder', 'intarder', 'engine_brake')),
  cab_type text check (cab_type in ('day', 'sleeper', 'high_sleeper', 'mega_sleeper', 'double', 'local')),
  bunks integer check (bunks between 0 and 4),
  steering text check (steering in ('left', 'right')),
  seats integer check (seats between 1 and 150),
  standing_places integer check (standing_places between 0 and 250),
  doors integer check (doors between 0 and 12),
  bus_class text check (bus_class in ('city', 'intercity', 'coach', 'school', 'minibus', 'double_decker', 'articulated')),
  floor_type text check (floor_type in ('low', 'step', 'high')),
  gross_vehicle_weight_kg integer check (gross_vehicle_weight_kg between 500 and 200000),
  gross_combination_weight_kg integer check (gross_combination_weight_kg between 500 and 1000000),
  curb_weight_kg integer check (curb_weight_kg between 1 and 200000),
  payload_kg integer check (payload_kg between 1 and 200000),
  towing_capacity_kg integer check (towing_capacity_kg between 0 and 200000),
  tow_ball_weight_kg integer check (tow_ball_weight_kg between 0 and 20000),
  length_mm integer check (length_mm between 100 and 60000),
  width_mm integer check (width_mm between 100 and 15000),
  height_mm integer check (height_mm between 100 and 30000),
  wheelbase_mm integer check (wheelbase_mm between 100 and 30000),
  load_length_mm integer check (load_length_mm between 1 and 60000),
  load_width_mm integer check (load_width_mm between 1 and 15000),
  load_height_mm integer check (load_height_mm between 1 and 15000),
  load_volume_m3 double precision check (load_volume_m3 between 0.01 and 500),
  europallets integer check (europallets between 0 and 100),
  tank_volume_l integer check (tank_volume_l between 1 and 200000),
  compartments integer check (compartments between 1 and 20),
  adr_classes text[] not null default '{}',
  cooling jsonb,
  fifth_wheel_height_mm integer check (fifth_wheel_height_mm between 500 and 2500),
  kingpin text,
  twist_locks integer check (twist_locks between 0 and 64),
  axle_make text,
  hydraulics text check (hydraulics in ('none', 'tipper', 'walking_floor', 'tanker', 'other')),
  fuel_tank_l integer check (fuel_tank_l between 1 and 5000),
  adblue_tank_l integer check (adblue_tank_l between 1 and 1000),
  tyres jsonb,
  battery_capacity_kwh double precision check (battery_capacity_kwh between 0.1 and 5000),
  range_km integer check (range_km between 1 and 3000),
  operating_hours integer check (operating_hours between 0 and 500000),
  lifting_capacity_kg integer check (lifting_capacity_kg between 1 and 5000000),
  lifting_height_mm integer check (lifting_height_mm between 1 and 250000),
  build_height_mm integer check (build_height_mm between 1 and 50000),
  operating_weight_kg integer check (operating_weight_kg between 1 and 1000000),
  bucket_m3 double precision check (bucket_m3 between 0.001 and 100),
  dig_depth_mm integer check (dig_depth_mm between 1 and 100000),
  reach_mm integer check (reach_mm between 1 and 200000),
  undercarriage text check (undercarriage in ('tracked', 'wheeled')),
  mast_type text check (mast_type in ('simplex', 'duplex', 'triplex', 'quad')),
  free_lift_mm integer check (free_lift_mm between 0 and 20000),
  fork_length_mm integer check (fork_length_mm between 1 and 10000),
  color text
    check (color in (
      'black', 'grey', 'beige', 'brown', 'red', 'green', 'blue', 'purple', 'gold', 'white', 'orange', 'silver', 'yellow'
    )),
  metallic boolean,
  interior_color text
    check (interior_color in (
      'black', 'grey', 'beige', 'brown', 'red', 'green', 'blue', 'purple', 'gold', 'white', 'orange', 'silver', 'yellow'
    )),
  emission_sticker text check (emission_sticker in ('green', 'yellow', 'red', 'none')),
  climate text check (climate in ('none', 'manual', 'automatic')),
  climate_zones integer check (climate_zones between 1 and 6),

  -- Private.
  external_id text check (external_id ~ '^[A-Za-z0-9_-]+$'),
  vin text check (vin ~ '^[A-HJ-NPR-Z0-9]{17}$'),
  serial_number text,
  vin_public boolean,
  dealer_price numeric(14,2) check (dealer_price between 0.01 and 9999999999.99),

  -- Set while an unpublished listing is another offer than the one that was approved.
  changed_since_approval boolean not null default false,
  -- Of the first image, kept here by the media module so that lists need no join.
  thumbnail text,
  images_count integer not null default 0 check (images_count >= 0),

  constraint listings_coordinates_paired check ((lat is null) = (lng is null)),
  constraint listings_on_request_without_price check (price is null or price_type is distinct from 'on_request'),
  constraint listings_active_complete check (
    status <> 'ACTIVE' or (brand_id is not null and published_at is not null and expires_at is not null)
  ),
  constraint listings_sold_dated check (status <> 'SOLD' or sold_at is not null),
  constraint listings_deleted_dated check ((status = 'DELETED') = (deleted_at is not null)),
  constraint listings_featured_active check (not featured or (status = 'ACTIVE' and featured_until is not null))
)
-- Counters change often and are in no index: room in the page keeps those updates off the indexes (HOT).
with (fillfactor = 90);

-- The import key, and one live record per vehicle of a seller. A deleted listing frees both. Vehicles without a VIN are
-- told apart by nothing else and need no entry.
create unique index listings_seller_external_id_key on listings (seller_id, external_id) where deleted_at is null;
create unique index listings_seller_vin_key on listings (seller_id, vin) where vin is not null and deleted_at is null;

-- The seller's list.
create index listings_seller_created_idx on listings (seller_id, created_at desc, id desc) where deleted_at is null;
-- The same per state. Counts and sums over a seller's stock name states, not deleted_at, and could not use a partial index.
create index listings_seller_status_idx on listings (seller_id, status, created_at desc, id desc);
-- Live listings by what is sold: counts per category and brand, and what like vehicles cost, read from the index alone.
create index listings_market_idx on listings (category_id, brand_id, model, year) include (price, currency)
  where status = 'ACTIVE';
-- Whether a category or brand may be deleted.
create index listings_category_id_idx on listings (category_id);
create index listings_subcategory_id_idx on listings (subcategory_id);
create index listings_brand_id_idx on listings (brand_id);
-- Schedulers: expiry and its warnings, the end of featuring, the purge after the retention of deleted rows.
create index listings_expiry_idx on listings (expires_at) where status = 'ACTIVE';
create index listings_featured_until_idx on listings (featured_until) where featured;
create index listings_deleted_at_idx on listings (deleted_at) where deleted_at is not null;
-- Moderation: the queue in order of submission, and the same vehicle at other sellers, in the order it is reported.
create index listings_review_queue_idx on listings (submitted_at, id) where status = 'PENDING_REVIEW';
create index listings_vin_idx on listings (vin, id) where vin is not null and deleted_at is null;

-- The change log that feeds the search index: one row per changed listing and statement, written in the transaction of the
-- change. Numbers do not follow the order of commits: a reader remembers the missing ones
-- (src/modules/listings/change-log/change-log.ts).
create table listing_changes (
  seq bigint generated always as identity primary key,
  listing_id text not null,
  xid xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default clock_timestamp(),
  -- Only the listing's own page shows the change: the search index passes over the entry.
  page_only boolean not null default false
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

create function log_deleted_listings() returns trigger language plpgsql as $$
begin
  insert into listing_changes (listing_id) select id from deleted;
  if found then
    perform pg_notify('listing_changes', '');
  end if;
  return null;
end
$$;

-- Per row, because only there can two versions be compared with their counters made equal. Within a transaction PostgreSQL
-- sends equal notifications once.
create function log_updated_listing() returns trigger language plpgsql as $$
declare
  before listings := old;
begin
  before.views := new.views;
  before.favorites_count := new.favorites_count;
  before.inquiries_count := new.inquiries_count;
  if before is distinct from new then
    insert into listing_changes (listing_id) values (new.id);
    perform pg_notify('listing_changes', '');
  end if;
  return null;
end
$$;

create trigger listings_log_insert after insert on listings
  referencing new table as inserted for each statement execute function log_inserted_listings();
create trigger listings_log_delete after delete on listings
  referencing old table as deleted for each statement execute function log_deleted_listings();
create trigger listings_log_update after update on listings
  for each row execute function log_updated_listing();

-- What listings show of their seller changes with the seller: the change log names the seller's public listings. Trust score and
-- phone are shown on the pages of listings but not in searches, and change for a whole market at once.
create function log_updated_seller() returns trigger language plpgsql as $$
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

create trigger sellers_log_update after update on sellers
  for each row when (
    (old.slug, old.company_name, old.verified, old.trust_score, old.country, old.city, old.phone)
      is distinct from (new.slug, new.company_name, new.verified, new.trust_score, new.country, new.city, new.phone)
  ) execute function log_updated_seller();

-- Which visitors have been counted on which day. Written at every first view and purged by day, hence without a foreign key,
-- whose check would lock the listing's row. visitor is a keyed digest, never an address.
create table listing_views (
  listing_id text not null,
  day date not null,
  visitor bytea not null,
  primary key (day, listing_id, visitor)
);

create table listing_stats_daily (
  listing_id text not null references listings (id) on delete cascade,
  day date not null,
  views integer not null default 0 check (views >= 0),
  visitors integer not null default 0 check (visitors >= 0),
  inquiries integer not null default 0 check (inquiries >= 0),
  favorites integer not null default 0,
  primary key (listing_id, day)
);

create table listing_price_history (
  listing_id text not null references listings (id) on delete cascade,
  at timestamptz not null,
  price numeric(14,2),
  currency text,
  primary key (listing_id, at)
);

-- The warnings before expiry that were given. A renewal moves expires_at, and they are due again.
create table listing_expiry_warnings (
  listing_id   text not null references listings (id) on delete cascade,
  expires_at   timestamptz not null,
  days_before  smallint not null,
  primary key (listing_id, expires_at, days_before)
);

-- New view counts for the search index, which may lag behind with them. The rows are short-lived.
create table listing_view_changes (
  seq         bigint generated always as identity primary key,
  listing_id  text not null,
  views       bigint not null,
  changed_at  timestamptz not null
);
