-- compatible: yes

-- Active sellers by the age of their scores, so that those whose turn it is are found by an index. It has no foreign key to
-- seller_trust: whoever has no score yet is the first.
create table sellers_to_score (
  seller_id  text primary key references sellers (id) on delete cascade,
  scored_at  timestamptz not null default '-infinity'
);
create index sellers_to_score_by_age on sellers_to_score (scored_at, seller_id);

create function note_seller_to_score() returns trigger language plpgsql as $$
begin
  if new.status = 'active' then
    insert into sellers_to_score (seller_id) values (new.id) on conflict do nothing;
  else
    delete from sellers_to_score where seller_id = new.id;
  end if;
  return null;
end
$$;
create trigger sellers_to_score_insert after insert on sellers for each row execute function note_seller_to_score();
create trigger sellers_to_score_update after update of status on sellers
  for each row when (old.status <> new.status) execute function note_seller_to_score();

create function note_score() returns trigger language plpgsql as $$
begin
  update sellers_to_score set scored_at = new.scored_at where seller_id = new.seller_id;
  return null;
end
$$;
create trigger seller_trust_scored after insert or update of scored_at on seller_trust
  for each row execute function note_score();

insert into sellers_to_score (seller_id, scored_at)
  select s.id, coalesce(t.scored_at, '-infinity') from sellers s left join seller_trust t on t.seller_id = s.id
  where s.status = 'active';
drop index seller_trust_age_idx;

-- Every thousandth event of a stream: a stream of which more than a thousand are kept has at least one.
create index live_events_thousandth on live_events (channel, seq) where seq % 1000 = 0;
