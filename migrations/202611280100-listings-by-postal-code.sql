-- compatible: yes
create index listings_live_postal_code on listings (postal_code text_pattern_ops)
  where status = 'ACTIVE' and postal_code is not null;
