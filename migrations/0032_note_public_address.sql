-- compatible: yes

-- The BASE_URL with which the addresses of pictures and logos are stored; one row at most.
create table public_address (
  base_url text not null,
  is_only  boolean primary key default true check (is_only)
);
