-- compatible: yes

-- Tells the planner how many wait: from the two times alone it expects much of the table, and reads all of it.
alter table seller_documents
  add column is_waiting boolean not null generated always as (refused_at is null and accepted_at is null) stored;
drop index seller_documents_waiting;
create index seller_documents_waiting on seller_documents (seller_id, created_at) where is_waiting;
