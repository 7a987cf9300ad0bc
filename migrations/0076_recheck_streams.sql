-- compatible: yes

-- Streams of API keys end with the key, and with restrictions of the account that no longer allow them. The role in the team decides what a
-- stream may tell.
drop trigger users_announce_status on users;
create trigger users_announce_access
  after update of status, ip_restriction, allowed_addresses, require_signature on users
  for each row when (
    (old.status, old.ip_restriction, old.allowed_addresses, old.require_signature)
    is distinct from (new.status, new.ip_restriction, new.allowed_addresses, new.require_signature)
  ) execute function announce_account_change();

create trigger api_keys_announce_end after update of revoked_at, expires_at on api_keys
  for each row when (
    (old.revoked_at, old.expires_at) is distinct from (new.revoked_at, new.expires_at)
  ) execute function announce_access_change();

drop trigger team_members_announce on team_members;
create trigger team_members_announce after insert or delete or update of seller_id, role on team_members
  for each row execute function announce_access_change();
