-- compatible: yes

-- Documents that an administrator has looked at and not accepted; they wait no more.
alter table seller_documents add column refused_at timestamptz;
create index seller_documents_waiting on seller_documents (created_at, seller_id) where refused_at is null;
