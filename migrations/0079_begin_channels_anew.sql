-- compatible: yes

-- The number before the first of a channel: rows of quiet channels are deleted, and a later one continues from the clock.
alter table live_channels add column first_seq bigint not null default 0;
-- From now on a channel goes with its last event.
delete from live_channels c where not exists (select from live_events e where e.channel = c.channel);
