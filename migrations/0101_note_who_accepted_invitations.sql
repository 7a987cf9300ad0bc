-- compatible: yes

-- The account that accepted an invitation, which is erased with it: its address may have changed since. A member and the invitation have
-- the same instant.
alter table team_invitations add column accepted_by text references users (id) on delete set null;
create index team_invitations_by_accepter on team_invitations (accepted_by) where accepted_by is not null;

update team_invitations i set accepted_by = m.user_id
from team_members m where m.seller_id = i.seller_id and m.created_at = i.accepted_at;
