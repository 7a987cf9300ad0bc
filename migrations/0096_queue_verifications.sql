-- compatible: yes

-- Sellers whose documents wait for a decision, one row each, so that the queue is read in its order and counted as it is: active ones
-- that are not verified. Making the triggers keeps others from writing until what there is has been queued.
create table verification_queue (
  seller_id  text primary key references sellers (id) on delete cascade,
  user_id    text not null,
  since      timestamptz not null
);

create function queue_verifications(changed text[]) returns void language plpgsql as $$
begin
  -- Whoever changes one of them or its documents at the same time comes before or after.
  perform from sellers where id = any(changed) order by id for share;
  delete from verification_queue q where q.seller_id = any(changed) and not exists (
    select from seller_documents d join sellers s on s.id = d.seller_id
    where d.seller_id = q.seller_id and d.is_waiting and not s.verified and s.status = 'active'
  );
  insert into verification_queue as q (seller_id, user_id, since)
    select distinct on (d.seller_id) d.seller_id, d.user_id, d.created_at
    from seller_documents d join sellers s on s.id = d.seller_id
    where d.seller_id = any(changed) and d.is_waiting and not s.verified and s.status = 'active'
    order by d.seller_id, d.created_at, d.id
    on conflict (seller_id) do update set user_id = excluded.user_id, since = excluded.since
    where (q.user_id, q.since) <> (excluded.user_id, excluded.since);
end
$$;

create function queue_verifications_of_documents() returns trigger language plpgsql as $$
begin
  perform queue_verifications(array(select distinct seller_id from changed));
  return null;
end
$$;
create trigger seller_documents_queue_insert after insert on seller_documents
  referencing new table as changed for each statement execute function queue_verifications_of_documents();
create trigger seller_documents_queue_update after update on seller_documents
  referencing new table as changed for each statement execute function queue_verifications_of_documents();
create trigger seller_documents_queue_delete after delete on seller_documents
  referencing old table as changed for each statement execute function queue_verifications_of_documents();

create function queue_verification_of_seller() returns trigger language plpgsql as $$
begin
  perform queue_verifications(array[new.id]);
  return null;
end
$$;
create trigger sellers_queue_update after update of verified, status on sellers
  for each row when ((old.verified, old.status) is distinct from (new.verified, new.status))
  execute function queue_verification_of_seller();

do $$ begin perform queue_verifications(array(select distinct seller_id from seller_documents where is_waiting)); end $$;
create index verification_queue_in_order on verification_queue (since, seller_id);
analyze verification_queue;
