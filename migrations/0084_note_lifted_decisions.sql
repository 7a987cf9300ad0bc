-- compatible: yes

-- When an administrator ended what was decided, or its time was up. What was lifted before is not known.
alter table decisions add column lifted_at timestamptz;
