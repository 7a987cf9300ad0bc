-- compatible: yes

-- What the list of accounts is filtered by and searched for, where it is in its order: whoever belongs to a seller, with the company's
-- name, whether it is verified, and since when the account has existed. Triggers keep them; none of it is written otherwise.
alter table team_members
  add column company_name text not null default '',
  add column verified boolean not null default false,
  add column user_since timestamptz not null default '-infinity';

create function copy_seller_to_member() returns trigger language plpgsql as $$
begin
  -- A seller that is being changed is copied as it will be.
  select company_name, verified into new.company_name, new.verified from sellers where id = new.seller_id for share;
  select created_at into new.user_since from users where id = new.user_id;
  return new;
end
$$;
create trigger team_members_copy before insert or update of seller_id, user_id on team_members
  for each row execute function copy_seller_to_member();

create function copy_seller_to_members() returns trigger language plpgsql as $$
begin
  update team_members set company_name = new.company_name, verified = new.verified where seller_id = new.id;
  return null;
end
$$;
create trigger sellers_copy_update after update of company_name, verified on sellers
  for each row when ((old.company_name, old.verified) is distinct from (new.company_name, new.verified))
  execute function copy_seller_to_members();

update team_members m set company_name = s.company_name, verified = s.verified, user_since = u.created_at
from sellers s, users u where s.id = m.seller_id and u.id = m.user_id;

create index team_members_by_verification on team_members (verified, user_since desc, user_id desc);
create index team_members_in_order on team_members (user_since desc, user_id desc);
create index team_members_company_text on team_members using gin (lower(company_name) gin_trgm_ops);
analyze team_members;
