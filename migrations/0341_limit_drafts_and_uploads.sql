-- Limits that plans had not: drafts, and megabytes of stored files a day. A plan with a name of its own gets the figures of
-- the free one or, where it has no limit of active listings, none; what an administrator has set already stays.
update plans set limits = jsonb_build_object(
  'drafts', case
    when slug = 'starter' then 2000 when slug = 'professional' then 20000 when slug = 'premium' then 100000
    when slug = 'enterprise' or limits -> 'activeListings' = 'null' then null else 500 end,
  'uploadMegabytesPerDay', case
    when slug = 'starter' then 5000 when slug = 'professional' then 50000 when slug = 'premium' then 200000
    when slug = 'enterprise' or limits -> 'activeListings' = 'null' then null else 2000 end
) || limits;
