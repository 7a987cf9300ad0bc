-- Of the first image, kept here by the media module so that lists need no join.
alter table listings add column thumbnail text;
alter table listings add column images_count integer not null default 0 check (images_count >= 0);
