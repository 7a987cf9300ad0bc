-- compatible: yes

-- The number that the sender asks to be called at, and the preferred time of day.
alter table messages add column call_back jsonb;
