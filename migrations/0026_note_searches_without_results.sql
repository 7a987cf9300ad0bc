-- compatible: yes
-- Searches that found nothing, for administrators to see which words the market lacks. By nobody: only the words are kept.
create table search_misses (
  words text primary key check (length(words) between 1 and 200),
  times integer not null check (times > 0),
  last_at timestamptz not null
);
create index search_misses_by_times on search_misses (times desc, words);

-- A listing is looked up by the number that its seller has given it, whoever asks.
create index listings_external_id_idx on listings (external_id) where external_id is not null and deleted_at is null;
