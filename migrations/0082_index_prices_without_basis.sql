-- compatible: yes
-- transaction: no

-- Prices from before the basis was stored; the job listings.state-price-bases takes them from here until there are none.
drop index concurrently if exists listings_without_price_basis;
create index concurrently listings_without_price_basis on listings (id) where
  (vat_deductible is null and num_nonnulls(price, price_net, price_gross) > 0)
  or (vat_deductible and (price_net is not null or price = price_gross or (price is null and price_gross is not null)))
  or (not vat_deductible and price_gross is not null);
