-- compatible: yes

-- When an import's pictures have all come, failed, or been replaced by those of a later order for the same listing.
alter table imports
  add column images_replaced integer not null default 0,
  add column pictures_finished_at timestamptz;

update imports i set pictures_finished_at = i.finished_at
where i.finished_at is not null and not exists (select from import_pictures p where p.import_id = i.id);
