-- compatible: yes

-- What the administrator wrote to whoever sent them.
alter table seller_documents add column refusal_reason text;
