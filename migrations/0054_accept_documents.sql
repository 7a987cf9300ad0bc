-- compatible: yes

-- Documents of sellers that are verified wait no more, so that the queue is as long as what waits, not as the market.
alter table seller_documents add column accepted_at timestamptz;
update seller_documents d set accepted_at = coalesce(s.verified_at, s.updated_at)
from sellers s where s.id = d.seller_id and s.verified and d.refused_at is null;
drop index seller_documents_waiting;
create index seller_documents_waiting on seller_documents (seller_id, created_at)
where refused_at is null and accepted_at is null;
