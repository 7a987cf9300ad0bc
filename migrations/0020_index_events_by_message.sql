-- compatible: yes
-- transaction: no

-- When both sides have deleted a conversation, the events with its words go (webhooks/personal-data.ts).
drop index concurrently if exists events_by_message;
create index concurrently events_by_message
  on events ((coalesce(data -> 'message' ->> 'id', data -> 'inquiry' -> 'message' ->> 'id')))
  where type in ('message.received', 'inquiry.created', 'inquiry.responded');
