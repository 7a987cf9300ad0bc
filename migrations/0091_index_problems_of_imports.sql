-- compatible: yes
-- transaction: no

-- A page of the problems, and the errors of a refused row, whatever their number: lists are in this order.
drop index concurrently if exists import_problems_by_row;
create index concurrently import_problems_by_row on import_problems
  (import_id, severity, row_number nulls first, seq);
