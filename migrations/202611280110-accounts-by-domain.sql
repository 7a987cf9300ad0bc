-- compatible: yes

-- The newest accounts with a mail domain. As a text, a common domain is in so many addresses that its trigrams do not
-- narrow a search, and in the order of a list only old accounts may have it. The address is in the index, because
-- PostgreSQL reads an index alone only if it contains the columns of its expressions.
create index users_by_domain on users (split_part(lower(email), '@', 2), created_at desc, id desc) include (email);
