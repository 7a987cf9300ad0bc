-- compatible: yes

-- Evidence of the condition of a vehicle.
alter table listings add column tachograph text check (tachograph in ('analog', 'digital', 'smart_1', 'smart_2', 'none'));
-- Months, as YYYY-MM.
alter table listings add column tachograph_inspection text check (tachograph_inspection ~ '^[0-9]{4}-(0[1-9]|1[0-2])$');
alter table listings add column next_safety_check text check (next_safety_check ~ '^[0-9]{4}-(0[1-9]|1[0-2])$');
alter table listings add column documents text[] not null default '{}';
alter table listings add column damage_notes text;
