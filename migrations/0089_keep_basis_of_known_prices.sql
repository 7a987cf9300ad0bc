-- compatible: yes

-- Whether the price that a person knows is net. Null in rows of earlier releases: the basis counts as unchanged unless a price with
-- a basis has followed in listing_price_history.
alter table favorites add column vat_deductible_at_added boolean;
alter table announcements add column vat_deductible boolean;
