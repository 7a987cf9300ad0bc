-- compatible: yes

-- The member who chose the address, which stays when that member leaves; null: not known.
alter table webhooks add column maker_id text references users (id);
-- The member who answers for the webhook of a seller: the maker, until an owner hands it over. Null once that member has left, whoever removes
-- the row, or may no longer manage webhooks: nothing is sent then until an owner hands the webhook over.
alter table webhooks add column keeper_id text;
alter table webhooks add constraint webhooks_keeper_fkey foreign key (seller_id, keeper_id)
  references team_members (seller_id, user_id) on delete set null (keeper_id);
create index webhooks_by_keeper on webhooks (seller_id, keeper_id) where keeper_id is not null;
create index webhooks_by_maker on webhooks (maker_id) where maker_id is not null;

update webhooks w set maker_id = coalesce(
  w.user_id,
  (select u.id from audit_log a join users u on u.id = a.actor_id
   where a.subject_type = 'webhook' and a.subject_id = w.id and a.action = 'webhook.created' and a.actor_kind = 'user'
   order by a.seq limit 1)
);
-- Webhooks of members who have left pause with this.
update webhooks w set keeper_id = w.user_id
from team_members m
where m.seller_id = w.seller_id and m.user_id = w.user_id and m.role in ('OWNER', 'MANAGER');

-- Also for webhooks that the release before makes while both run.
create function keep_new_webhook() returns trigger language plpgsql as $$
begin
  new.maker_id := new.user_id;
  if new.seller_id is not null then new.keeper_id := new.user_id; end if;
  return new;
end
$$;
create trigger webhooks_keep before insert on webhooks for each row execute function keep_new_webhook();
