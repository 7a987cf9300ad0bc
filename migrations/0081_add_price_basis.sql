-- compatible: yes

-- A listing has one price with its basis (vat_deductible) and a VAT rate or scheme. Null: the standard scheme.
alter table listings add column vat_scheme text check (vat_scheme in ('standard', 'margin'));
-- Basis of prices that say nothing about VAT. Null: net with a VAT id, else gross.
alter table sellers add column default_price_basis text check (default_price_basis in ('net', 'gross'));
-- Basis of a price at that time; null for prices from before it was stored.
alter table listing_price_history add column vat_deductible boolean;
