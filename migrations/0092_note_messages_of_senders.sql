-- compatible: yes

-- How many messages somebody has sent, as a sum of the market like those of days: an account is judged by it, and a dealer sends tens of
-- thousands. Making the triggers anew keeps others from writing until what there is has been counted.
create or replace function note_messages() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into market_sum_changes (kind, key, amount)
      select 'new_messages', utc_day(sent_at), count(*) from inserted group by 2
      union all
      select 'messages_sent', sender_id, count(*) from inserted group by 2;
  else
    insert into market_sum_changes (kind, key, amount)
      select 'messages_sent', sender_id, -count(*) from deleted group by 2;
  end if;
  return null;
end
$$;
drop trigger messages_sum_insert on messages;
create trigger messages_sum_insert after insert on messages
  referencing new table as inserted for each statement execute function note_messages();
create trigger messages_sum_delete after delete on messages
  referencing old table as deleted for each statement execute function note_messages();

insert into market_sums (kind, key, amount)
  select 'messages_sent', sender_id, count(*) from messages group by sender_id;
