-- compatible: yes

-- A coupon takes a percentage, or an amount, off the price of a plan for some periods.
create table coupons (
  id               text primary key,
  -- Upper case: sellers write it as they like.
  code             text not null check (code = upper(code)),
  -- For administrators.
  name             text not null,
  note             text,
  percent          integer check (percent between 1 and 100),
  amount_minor     integer check (amount_minor > 0),
  currency         text,
  -- null: as long as the subscription runs.
  periods          integer check (periods > 0),
  -- null: all plans.
  plan_ids         text[] check (cardinality(plan_ids) > 0),
  valid_from       timestamptz,
  valid_until      timestamptz,
  redemptions_max  integer check (redemptions_max > 0),
  redeemed         integer not null default 0,
  active           boolean not null default true,
  created_at       timestamptz not null,
  check ((percent is null) <> (amount_minor is null)),
  check ((amount_minor is null) = (currency is null)),
  check (valid_from < valid_until),
  constraint coupons_redeemed_check check (redeemed >= 0 and redeemed <= redemptions_max)
);
create unique index coupons_code_key on coupons (code);
create index coupons_created on coupons (created_at desc, id desc);

create table coupon_redemptions (
  id              text primary key,
  coupon_id       text not null references coupons (id),
  seller_id       text not null,
  periods_used    integer not null default 0,
  -- The start of the period that it reduced last: what begins within that period is reduced, too.
  reduced_period  timestamptz,
  created_at      timestamptz not null,
  -- Reduces nothing any more.
  ended_at        timestamptz
);
-- One for each seller, whatever became of it.
create unique index coupon_redemptions_key on coupon_redemptions (coupon_id, seller_id);
create index coupon_redemptions_created on coupon_redemptions (coupon_id, created_at desc, id desc);

-- What reduces the present period, or those to come.
alter table subscriptions add column redemption_id text references coupon_redemptions (id);
create unique index subscriptions_redemption_key on subscriptions (redemption_id) where redemption_id is not null;

alter table invoice_lines add column coupon_code text;
alter table invoice_lines drop constraint invoice_lines_kind_check;
alter table invoice_lines add constraint invoice_lines_kind_check
  check (kind in ('plan', 'unused', 'refund', 'discount'));
