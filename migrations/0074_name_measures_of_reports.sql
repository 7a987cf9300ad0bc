-- compatible: yes

-- A marketplace with a single administrator must be able to answer objections, too: the program refuses others to judge their own decision.
alter table decisions drop constraint decisions_second_administrator;
create index decisions_by_subject on decisions (subject_id, decided_at);

-- Kinds of the decisions that a report led to. Earlier reports get what was decided between their arrival and their decision.
alter table reports add column measures text[] not null default '{}';
update reports set measures = found.kinds
from (
  select r.id, array_agg(distinct d.kind) as kinds
  from reports r join decisions d
    on d.subject_id in (r.subject_id, r.reported_user_id) and d.decided_at between r.created_at and r.decided_at + interval '1 minute'
  where r.status = 'resolved' and d.outcome is distinct from 'reversed'
  group by r.id
) found
where reports.id = found.id;
