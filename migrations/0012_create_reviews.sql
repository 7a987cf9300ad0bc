-- compatible: no

-- What buyers say of sellers they have talked to. Only published ones count in sellers.rating_count and rating_sum, which are
-- kept in the transaction of every change.
create table reviews (
  id             text primary key,
  seller_id      text not null references sellers (id),
  author_id      text not null references users (id),
  rating         smallint not null check (rating between 1 and 5),
  title          text,
  -- null once the author's account was erased: the rating stays, the words go.
  text           text,
  status         text not null check (status in ('published', 'pending', 'rejected')),
  -- Why an administrator rejected it.
  decision       text,
  decided_by     text,
  decided_at     timestamptz,
  reply          text,
  reply_by       text,
  replied_at     timestamptz,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  check ((reply is null) = (replied_at is null))
);
-- Decides the race of two reviews of the same buyer.
create unique index reviews_author_key on reviews (seller_id, author_id);
create index reviews_public_idx on reviews (seller_id, created_at desc, id desc) include (rating) where status = 'published';
create index reviews_queue_idx on reviews (status, created_at, id);
create index reviews_author_idx on reviews (author_id, created_at desc, id desc);

-- What a seller's trust score consists of, for the seller to see, and when it is computed again.
create table seller_trust (
  seller_id  text primary key references sellers (id) on delete cascade,
  -- {name: points}
  parts      jsonb not null,
  scored_at  timestamptz not null
);
create index seller_trust_age_idx on seller_trust (scored_at);
