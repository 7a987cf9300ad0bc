-- compatible: yes

-- What values in the columns of a seller's files mean: [{column, written, meant}]; a null meant leaves the value out.
alter table import_mappings add column words jsonb not null default '[]';
