-- compatible: yes

-- The sentence of a problem and its values, {text, values}, so that it can be put into the reader's language. `message` is English;
-- what was stored before has nothing else.
alter table import_problems add column said jsonb;
