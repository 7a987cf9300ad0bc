-- The erasure of an account finds the events that hold its words, whomever they were for (webhooks/personal-data.ts).
create index events_by_message_sender on events ((data -> 'message' -> 'sender' ->> 'id')) where type = 'message.received';
create index events_by_responder on events ((data -> 'inquiry' -> 'message' ->> 'sender_id'))
  where type = 'inquiry.responded';
