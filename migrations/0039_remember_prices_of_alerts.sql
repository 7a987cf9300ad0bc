-- compatible: yes

-- The price that somebody was alerted to: a later fall below it is worth another alert.
alter table saved_search_alerts
  add column price numeric(14,2),
  add column currency text;
