-- compatible: yes

-- Pictures that a seller names by address, in a call of their own, wait beside those of imports, without an import. What
-- could not be fetched stays with the order, for the seller to read, until the next one.
alter table import_pictures
  alter column import_id drop not null,
  alter column row_number drop not null,
  add column failures jsonb;
