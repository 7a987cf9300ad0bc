-- compatible: yes

-- A search reads the texts of listings instead. Apart from what fills these, since it waits for everybody who reads listings.
drop index listings_text_idx;

-- A dealer changes a stock at once. Until the table is vacuumed, lists look up in it whether each entry of an index still counts;
-- by default, that waits for a fifth of the market.
alter table listings set (autovacuum_vacuum_scale_factor = 0.02);
