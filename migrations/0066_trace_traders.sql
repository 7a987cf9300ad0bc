-- compatible: yes

-- What the law wants to be known and shown of a trader. The time is when the seller last declared to offer only what it allows.
alter table sellers add column street text;
-- The register and the number in it.
alter table sellers add column trade_register text;
alter table sellers add column certified_at timestamptz;
-- When an administrator last asked for what is missing.
alter table sellers add column trader_asked_at timestamptz;
alter table sellers add column is_traceable boolean not null generated always as (
  street is not null and city is not null and country is not null and phone is not null and email is not null
  and (vat_id is not null or trade_register is not null) and certified_at is not null
) stored;
create index sellers_untraceable on sellers (created_at, id) where not is_traceable and status = 'active';
