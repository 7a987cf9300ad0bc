-- compatible: yes

-- What the user wrote about the vehicle, for themselves only.
alter table favorites add column note text check (length(note) between 1 and 1000);
