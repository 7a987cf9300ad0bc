-- compatible: yes

-- How buyers reach a seller besides its phone number.
alter table sellers
  add column whatsapp text,
  -- Codes of ISO 639-1.
  add column languages text[] not null default '{}',
  add column opening_hours jsonb;

-- Pages of listings show them.
create or replace trigger sellers_log_update after update on sellers
  for each row when (
    (old.slug, old.company_name, old.verified, old.trust_score, old.country, old.city, old.phone, old.whatsapp,
      old.languages, old.opening_hours)
      is distinct from (new.slug, new.company_name, new.verified, new.trust_score, new.country, new.city, new.phone,
      new.whatsapp, new.languages, new.opening_hours)
  ) execute function log_updated_seller();
