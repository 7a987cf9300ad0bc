-- compatible: yes

-- Searches use listing_texts instead. A separate migration from the one that fills it, because the drop waits for all
-- readers of listings.
drop index listings_text_idx;

-- A dealer can change a whole stock in one go. Until a vacuum, lists check in the table whether each index entry is
-- still visible; by default, a vacuum starts only after a fifth of the table has changed.
alter table listings set (autovacuum_vacuum_scale_factor = 0.02);
