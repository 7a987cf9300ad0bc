-- compatible: yes

-- When the unsent alerts of a search are told; null when there are none.
alter table saved_searches add column alert_due_at timestamptz;
update saved_searches s
set alert_due_at = case s.alert_frequency
  when 'instant' then now()
  else coalesce(s.last_alert_at, s.created_at)
    + case s.alert_frequency when 'daily' then interval '1 day' else interval '7 days' end
  end
where exists (select from saved_search_alerts a where a.search_id = s.id and a.sent_at is null);
create index saved_searches_due on saved_searches (alert_due_at, id) where alerts and alert_due_at is not null;
