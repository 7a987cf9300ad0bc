-- compatible: yes

-- For the figures of a year.
create index decisions_by_time on decisions (decided_at);
create index decisions_by_objection on decisions (objected_at) where objected_at is not null;
