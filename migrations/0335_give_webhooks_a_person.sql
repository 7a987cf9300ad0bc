-- What happens to a person goes to that person's own webhooks, not to those of the whole team; and a webhook made with
-- an API key is sent only what that key may read.

-- Administrators have webhooks that belong to no seller.
alter table webhooks alter column seller_id drop not null;
-- The person whose own events are sent here too. Nobody, once that person has left the team.
alter table webhooks add column user_id text references users (id);
-- The scopes of the API key that chose address or events; null: chosen by somebody signed in.
alter table webhooks add column scopes text[];

create unique index team_members_seller_user_key on team_members (seller_id, user_id);

update webhooks w
set user_id = made.user_id
from (
  select a.subject_id, coalesce(k.user_id, a.actor_id) as user_id
  from audit_log a
  left join api_keys k on a.actor_kind = 'apiKey' and k.id = a.actor_id
  where a.action = 'webhook.created' and a.actor_kind in ('user', 'apiKey')
) made
where made.subject_id = w.id
  and exists (select from team_members m where m.seller_id = w.seller_id and m.user_id = made.user_id);
-- The last change with a key decides; of a key that is gone nobody knows what it could read.
update webhooks w
set scopes = changed.scopes
from (
  select distinct on (a.subject_id) a.subject_id, coalesce(k.scopes, '{}') as scopes
  from audit_log a
  left join api_keys k on k.id = a.actor_id
  where a.action in ('webhook.created', 'webhook.updated') and a.actor_kind = 'apiKey'
  order by a.subject_id, a.seq desc
) changed
where changed.subject_id = w.id;

alter table webhooks
  add constraint webhooks_member_fkey foreign key (seller_id, user_id)
    references team_members (seller_id, user_id) on delete set null (user_id),
  add constraint webhooks_owner_check check (seller_id is not null or user_id is not null);
create index webhooks_by_person on webhooks (user_id, created_at, id) where deleted_at is null and user_id is not null;

-- Sellers that hear of an event about a person besides: those whose invitation the person followed.
alter table events add column shared_with text[];
create index events_shared on events (created_at) where shared_with is not null;
-- What a dealer is told as a buyer, and what concerns an account, is that person's and nobody else's.
update events set seller_id = null
where seller_id is not null and user_id is not null
  and type in ('message.received', 'user.created', 'user.verified');

-- The person whose own event a delivery carries: only that person may see it or have it sent.
alter table webhook_deliveries add column person_id text;
update webhook_deliveries d set person_id = e.user_id
from events e
where e.id = d.event_id and e.seller_id is null and e.user_id is not null;
-- Whoever registers is looked for among the invited.
create index team_invitations_by_email on team_invitations (lower(email)) where accepted_at is null and revoked_at is null;
