-- How many listings a saved search found when it was counted last; null until it is counted for the first time.
alter table saved_searches
  add column match_count integer,
  add column counted_at timestamptz;
