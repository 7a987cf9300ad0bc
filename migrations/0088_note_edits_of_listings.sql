-- compatible: yes

-- The version of the last edit where the market itself has written later ones; null where the newest version is an edit.
alter table listings add column edited_version integer;
