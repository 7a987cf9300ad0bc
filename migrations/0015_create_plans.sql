-- Plans and what a seller has of them. Figures are the seed; administrators change limits, and prices for new periods.
create table plans (
  id             text primary key,
  slug           text not null,
  name           text not null,
  description    text not null,
  -- Minor units; null: by agreement.
  monthly_minor  integer,
  yearly_minor   integer,
  currency       text not null default 'EUR',
  -- null in a limit means without limit.
  limits         jsonb not null,
  features       text[] not null,
  trial_days     integer not null default 0,
  active         boolean not null default true,
  sort_order     integer not null
);
create unique index plans_slug_key on plans (slug);

insert into plans (id, slug, name, description, monthly_minor, yearly_minor, limits, features, trial_days, sort_order) values
  ('pln_00000000000000000000000001', 'free', 'Free', 'For the occasional vehicle.', 0, 0,
   '{"activeListings":5,"imagesPerListing":10,"featuredSlots":0,"teamSeats":1,"apiKeys":2,"webhooks":2,"importRowsPerDay":500,"messageTemplates":10,"listingDays":60,"importPullMinutes":null}',
   '{bulk_import}', 0, 1),
  ('pln_00000000000000000000000002', 'starter', 'Starter', 'For a small yard.', 4900, 49000,
   '{"activeListings":15,"imagesPerListing":15,"featuredSlots":1,"teamSeats":2,"apiKeys":3,"webhooks":3,"importRowsPerDay":2000,"messageTemplates":20,"listingDays":60,"importPullMinutes":null}',
   '{bulk_import}', 14, 2),
  ('pln_00000000000000000000000003', 'professional', 'Professional', 'For a dealer with a steady stock.', 14900, 149000,
   '{"activeListings":60,"imagesPerListing":20,"featuredSlots":5,"teamSeats":5,"apiKeys":5,"webhooks":5,"importRowsPerDay":20000,"messageTemplates":50,"listingDays":90,"importPullMinutes":1440}',
   '{bulk_import,import_pull,full_analytics}', 14, 3),
  ('pln_00000000000000000000000004', 'premium', 'Premium', 'For a large dealer.', 34900, 349000,
   '{"activeListings":250,"imagesPerListing":30,"featuredSlots":20,"teamSeats":15,"apiKeys":10,"webhooks":10,"importRowsPerDay":100000,"messageTemplates":100,"listingDays":90,"importPullMinutes":60}',
   '{bulk_import,import_pull,full_analytics,analytics_export}', 14, 4),
  ('pln_00000000000000000000000005', 'enterprise', 'Enterprise', 'For groups and manufacturers, by agreement.', null, null,
   '{"activeListings":null,"imagesPerListing":30,"featuredSlots":50,"teamSeats":null,"apiKeys":20,"webhooks":20,"importRowsPerDay":null,"messageTemplates":null,"listingDays":180,"importPullMinutes":60}',
   '{bulk_import,import_pull,full_analytics,analytics_export}', 0, 5);

create table subscriptions (
  id                    text primary key,
  seller_id             text not null references sellers (id) on delete cascade,
  plan_id               text not null references plans (id),
  status                text not null check (status in ('trialing', 'active', 'past_due', 'canceled', 'expired')),
  billing_cycle         text check (billing_cycle in ('monthly', 'yearly')),
  price_minor           integer not null default 0,
  currency              text not null default 'EUR',
  current_period_start  timestamptz not null,
  -- null: a plan that nobody pays for runs on.
  current_period_end    timestamptz,
  trial_end             timestamptz,
  cancel_at_period_end  boolean not null default false,
  canceled_at           timestamptz,
  -- A smaller plan, from the end of the period on.
  next_plan_id          text references plans (id),
  next_billing_cycle    text check (next_billing_cycle in ('monthly', 'yearly')),
  payment_method        text,
  created_at            timestamptz not null,
  updated_at            timestamptz not null
);
-- Each seller has one row, from registration on; limits are taken under its lock.
create unique index subscriptions_seller_key on subscriptions (seller_id);
create index subscriptions_due on subscriptions (current_period_end) where current_period_end is not null;
