-- compatible: yes

-- What each running process measures, so that administrators see all of them: gzip of lines in the Prometheus text format.
-- A process writes its row anew every half minute; rows of two minutes ago are of processes that have ended.
create unlogged table process_metrics (
  process      text primary key,
  reported_at  timestamptz not null,
  lines        bytea not null
);
