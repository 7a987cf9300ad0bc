-- compatible: yes

-- When the user last opened the search, and how many of its results are newer. Null: not opened since it was saved; not counted.
alter table saved_searches add column seen_at timestamptz, add column new_count integer;
