-- compatible: no

-- Sellers with their teams, documents and reviews.

create table sellers (
  id                     text primary key,
  slug                   text not null,
  company_name           text not null,
  country                text,
  region                 text,
  city                   text,
  postal_code            text,
  lat                    double precision,
  lng                    double precision,
  about                  text,
  logo                   text,
  phone                  text,
  email                  text,
  website                text,
  vat_id                 text,
  verified               boolean not null default false,
  verified_at            timestamptz,
  trust_score            integer not null default 0 check (trust_score between 0 and 100),
  rating_count           integer not null default 0,
  rating_sum             integer not null default 0,
  response_time_minutes  integer,
  status                 text not null default 'active' check (status in ('active', 'suspended', 'erased')),
  created_at             timestamptz not null,
  updated_at             timestamptz not null,
  -- Trader information that the law requires to be recorded and published.
  street                 text,
  -- Name of the register, and the number in it.
  trade_register         text,
  -- When the seller last certified that it only offers lawful products.
  certified_at           timestamptz,
  -- When an administrator last requested the missing information.
  trader_asked_at        timestamptz,
  is_traceable           boolean not null generated always as (
    street is not null and city is not null and country is not null and phone is not null and email is not null
    and (vat_id is not null or trade_register is not null) and certified_at is not null
  ) stored,
  -- Basis of prices without a VAT statement. Null: net with a VAT ID, otherwise gross.
  default_price_basis    text check (default_price_basis in ('net', 'gross'))
);
create unique index sellers_slug_key on sellers (slug);
create index sellers_name_text_idx on sellers using gin (lower(company_name) gin_trgm_ops)
  with (gin_pending_list_limit = 128);
create index sellers_untraceable on sellers (created_at, id) where not is_traceable and status = 'active';
-- The sweep looks up which stored logos are still in use.
create index sellers_by_logo on sellers (substring(logo from '/(media/logos/[^/]+/[^/]+)$')) where logo is not null;

-- A logo's file is deleted once its seller no longer uses it. Compares storage keys, because the base of the URL can
-- change.
create function release_logo_file() returns trigger language plpgsql as $$
declare
  before text := substring(old.logo from '/(media/logos/[^/]+/[^/]+)$');
  after text := case when tg_op = 'UPDATE' then substring(new.logo from '/(media/logos/[^/]+/[^/]+)$') end;
begin
  if before is not null and before is distinct from after then
    insert into file_removals (key, remove_after) values (before, '-infinity')
    on conflict (key) do update set remove_after = excluded.remove_after;
  end if;
  return null;
end
$$;
create trigger sellers_release_logo after update of logo or delete on sellers
  for each row when (old.logo is not null) execute function release_logo_file();

-- A user belongs to at most one seller.
create table team_members (
  id            text primary key,
  seller_id     text not null references sellers (id) on delete cascade,
  user_id       text not null references users (id) on delete cascade,
  role          text not null check (role in ('OWNER', 'MANAGER', 'AGENT', 'VIEWER')),
  created_at    timestamptz not null,
  -- Copies of columns by which the list of accounts is filtered, searched and sorted: the seller's company name and
  -- verification, and the user's creation time. Only triggers write them.
  company_name  text not null default '',
  verified      boolean not null default false,
  user_since    timestamptz not null default '-infinity'
);
create unique index team_members_user_key on team_members (user_id);
create unique index team_members_seller_user_key on team_members (seller_id, user_id);
create index team_members_by_seller on team_members (seller_id, role);
create index team_members_by_verification on team_members (verified, user_since desc, user_id desc);
create index team_members_in_order on team_members (user_since desc, user_id desc);
create index team_members_company_text on team_members using gin (lower(company_name) gin_trgm_ops)
  with (gin_pending_list_limit = 128);
-- The team role determines which events a stream may contain.
create trigger team_members_announce after insert or delete or update of seller_id, role on team_members
  for each row execute function announce_access_change();

create function copy_seller_to_member() returns trigger language plpgsql as $$
begin
  -- A seller that is being changed is copied as it will be.
  select company_name, verified into new.company_name, new.verified from sellers where id = new.seller_id for share;
  select created_at into new.user_since from users where id = new.user_id;
  return new;
end
$$;
create trigger team_members_copy before insert or update of seller_id, user_id on team_members
  for each row execute function copy_seller_to_member();

create function copy_seller_to_members() returns trigger language plpgsql as $$
begin
  update team_members set company_name = new.company_name, verified = new.verified where seller_id = new.id;
  return null;
end
$$;
create trigger sellers_copy_update after update of company_name, verified on sellers
  for each row when ((old.company_name, old.verified) is distinct from (new.company_name, new.verified))
  execute function copy_seller_to_members();

create table team_invitations (
  id           text primary key,
  seller_id    text not null references sellers (id) on delete cascade,
  email        text not null,
  role         text not null check (role in ('OWNER', 'MANAGER', 'AGENT', 'VIEWER')),
  token_hash   bytea not null,
  invited_by   text references users (id) on delete set null,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  accepted_at  timestamptz,
  revoked_at   timestamptz,
  -- The account that accepted the invitation, which is erased with that account even if its address has changed. The
  -- membership has the same timestamp.
  accepted_by  text references users (id) on delete set null
);
create unique index team_invitations_token_key on team_invitations (token_hash);
-- One open invitation per address and seller; an expired one is replaced.
create unique index team_invitations_open_key on team_invitations (seller_id, lower(email))
  where accepted_at is null and revoked_at is null;
-- A registration looks up invitations to its address.
create index team_invitations_by_email on team_invitations (lower(email))
  where accepted_at is null and revoked_at is null;
create index team_invitations_by_seller on team_invitations (seller_id);
create index team_invitations_by_inviter on team_invitations (invited_by) where invited_by is not null;
create index team_invitations_by_accepter on team_invitations (accepted_by) where accepted_by is not null;

-- Private documents with which sellers prove their identity to administrators.
create table seller_documents (
  id              text primary key,
  seller_id       text not null references sellers (id) on delete cascade,
  user_id         text not null references users (id) on delete cascade,
  filename        text not null,
  content_type    text not null,
  bytes           integer not null,
  storage_key     text not null,
  created_at      timestamptz not null,
  -- When an administrator rejected it; it is no longer in the queue.
  refused_at      timestamptz,
  -- When the seller was verified. The document is no longer in the queue, so the queue's length depends on open
  -- documents, not on the marketplace.
  accepted_at     timestamptz,
  -- The administrator's message to the seller.
  refusal_reason  text,
  -- Gives the planner statistics: from the two times alone, it expects a large part of the table and scans all of it.
  is_waiting      boolean not null generated always as (refused_at is null and accepted_at is null) stored
);
create index seller_documents_by_seller on seller_documents (seller_id);
create index seller_documents_by_user on seller_documents (user_id);
create index seller_documents_waiting on seller_documents (seller_id, created_at) where is_waiting;

-- Active, unverified sellers with undecided documents: one row each, so that the queue is read in its order and
-- counted directly.
create table verification_queue (
  seller_id  text primary key references sellers (id) on delete cascade,
  user_id    text not null,
  since      timestamptz not null
);
create index verification_queue_in_order on verification_queue (since, seller_id);

create function queue_verifications(changed text[]) returns void language plpgsql as $$
begin
  -- Whoever changes one of them or its documents at the same time comes before or after.
  perform from sellers where id = any(changed) order by id for share;
  delete from verification_queue q where q.seller_id = any(changed) and not exists (
    select from seller_documents d join sellers s on s.id = d.seller_id
    where d.seller_id = q.seller_id and d.is_waiting and not s.verified and s.status = 'active'
  );
  insert into verification_queue as q (seller_id, user_id, since)
    select distinct on (d.seller_id) d.seller_id, d.user_id, d.created_at
    from seller_documents d join sellers s on s.id = d.seller_id
    where d.seller_id = any(changed) and d.is_waiting and not s.verified and s.status = 'active'
    order by d.seller_id, d.created_at, d.id
    on conflict (seller_id) do update set user_id = excluded.user_id, since = excluded.since
    where (q.user_id, q.since) <> (excluded.user_id, excluded.since);
end
$$;

create function queue_verifications_of_documents() returns trigger language plpgsql as $$
begin
  perform queue_verifications(array(select distinct seller_id from changed));
  return null;
end
$$;
create trigger seller_documents_queue_insert after insert on seller_documents
  referencing new table as changed for each statement execute function queue_verifications_of_documents();
create trigger seller_documents_queue_update after update on seller_documents
  referencing new table as changed for each statement execute function queue_verifications_of_documents();
create trigger seller_documents_queue_delete after delete on seller_documents
  referencing old table as changed for each statement execute function queue_verifications_of_documents();

create function queue_verification_of_seller() returns trigger language plpgsql as $$
begin
  perform queue_verifications(array[new.id]);
  return null;
end
$$;
create trigger sellers_queue_update after update of verified, status on sellers
  for each row when ((old.verified, old.status) is distinct from (new.verified, new.status))
  execute function queue_verification_of_seller();

-- Reviews of sellers by buyers who have been in contact with them. sellers.rating_count and rating_sum include only
-- published ones, and are updated in the same transaction.
create table reviews (
  id          text primary key,
  seller_id   text not null references sellers (id),
  author_id   text not null references users (id),
  rating      smallint not null check (rating between 1 and 5),
  title       text,
  -- Null once the author's account was erased: the rating stays, the text is deleted.
  text        text,
  status      text not null check (status in ('published', 'pending', 'rejected')),
  -- Why an administrator rejected it.
  decision    text,
  decided_by  text,
  decided_at  timestamptz,
  reply       text,
  reply_by    text,
  replied_at  timestamptz,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  check ((reply is null) = (replied_at is null))
);
-- Decides the race of two reviews by the same buyer.
create unique index reviews_author_key on reviews (seller_id, author_id);
create index reviews_public_idx on reviews (seller_id, created_at desc, id desc) include (rating)
  where status = 'published';
create index reviews_queue_idx on reviews (status, created_at, id);
create index reviews_author_idx on reviews (author_id, created_at desc, id desc);
create index reviews_created_idx on reviews (created_at, id);
create index reviews_by_seller_and_state on reviews (seller_id, status, created_at, id);
create index reviews_by_seller on reviews (seller_id, created_at, id);
create index reviews_answered_idx on reviews (seller_id, created_at, id)
  where status = 'published' and reply is not null;
create index reviews_unanswered_idx on reviews (seller_id, created_at, id) where status = 'published' and reply is null;
-- A user's replies in chronological order, for the data export.
create index reviews_by_reply on reviews (reply_by, created_at, id) where reply_by is not null;

-- Parts of each seller's trust score, as the seller sees them, and when it is due again.
create table seller_trust (
  seller_id  text primary key references sellers (id) on delete cascade,
  -- {name: points}
  parts      jsonb not null,
  scored_at  timestamptz not null
);

-- Active sellers by the age of their scores, so that an index finds those that are due. No foreign key to
-- seller_trust: sellers without a score come first.
create table sellers_to_score (
  seller_id  text primary key references sellers (id) on delete cascade,
  scored_at  timestamptz not null default '-infinity'
);
create index sellers_to_score_by_age on sellers_to_score (scored_at, seller_id);

create function note_seller_to_score() returns trigger language plpgsql as $$
begin
  if new.status = 'active' then
    insert into sellers_to_score (seller_id) values (new.id) on conflict do nothing;
  else
    delete from sellers_to_score where seller_id = new.id;
  end if;
  return null;
end
$$;
create trigger sellers_to_score_insert after insert on sellers for each row execute function note_seller_to_score();
create trigger sellers_to_score_update after update of status on sellers
  for each row when (old.status <> new.status) execute function note_seller_to_score();

create function note_score() returns trigger language plpgsql as $$
begin
  update sellers_to_score set scored_at = new.scored_at where seller_id = new.seller_id;
  return null;
end
$$;
create trigger seller_trust_scored after insert or update of scored_at on seller_trust
  for each row execute function note_score();
