-- compatible: yes

-- Reports by people without an account. Their name and address are kept until some months after the decision.
alter table reports alter column reporter_id drop not null;
alter table reports add column reporter_name text;
alter table reports add column reporter_email text;
alter table reports add column reporter_language text;
create index reports_by_decision_of_guests on reports (decided_at) where reporter_email is not null;
