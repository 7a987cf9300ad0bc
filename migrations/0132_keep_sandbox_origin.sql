-- What describes the program rather than the market (categories, plans …), as it was when the sandbox began or was last
-- upgraded: a reset goes back to it. Only filled in sandbox mode.
create table sandbox_origin (
  table_name  text primary key,
  -- The rows as JSON objects by column.
  rows        jsonb not null,
  -- The newest migration of that time: after a later one the rows may lack columns, and are taken anew.
  migration   text not null
);
