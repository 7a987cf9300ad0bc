-- compatible: yes

-- The message of a problem with its values, {text, values}, from which it is translated into the reader's language.
-- `message` is English; older rows have nothing else.
alter table import_problems add column said jsonb;
