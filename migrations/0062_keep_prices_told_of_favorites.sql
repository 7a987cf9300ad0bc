-- compatible: yes

-- The price of the last fall that its owner was told; null: none yet.
alter table favorites add column told_price numeric(14, 2), add column told_currency text;
