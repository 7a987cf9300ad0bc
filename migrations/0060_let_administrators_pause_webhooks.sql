-- compatible: yes

alter table webhooks drop constraint webhooks_disabled_reason_check;
alter table webhooks add constraint webhooks_disabled_reason_check
  check (disabled_reason in ('failures', 'owner', 'administrator'));
create index webhooks_paused_by_administrators on webhooks (disabled_at, id)
  where disabled_reason = 'administrator' and deleted_at is null;
