-- The books of the built-in test gateway: what an outside payment service would remember of us.
create table test_gateway_charges (
  payment_id    text primary key,
  method        text not null,
  amount_minor  integer not null,
  currency      text not null,
  declined      boolean not null,
  -- A slow method has no answer before.
  answers_at    timestamptz not null,
  canceled      boolean not null default false,
  refunded      boolean not null default false,
  created_at    timestamptz not null
);
