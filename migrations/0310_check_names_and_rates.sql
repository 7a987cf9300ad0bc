-- Names by language and exchange rates by currency came in unchecked: what is no name or rate goes, and names stay texts.
update categories set names = (
  select coalesce(jsonb_object_agg(language, name), jsonb_build_object('en', slug))
  from jsonb_each(names) as n (language, name)
  where language ~ '^[a-z]{2}$' and jsonb_typeof(name) = 'string'
) where jsonb_path_exists(names, '$.keyvalue() ? (@.value.type() != "string" || !(@.key like_regex "^[a-z]{2}$"))');
update features set names = (
  select coalesce(jsonb_object_agg(language, name), jsonb_build_object('en', code))
  from jsonb_each(names) as n (language, name)
  where language ~ '^[a-z]{2}$' and jsonb_typeof(name) = 'string'
) where jsonb_path_exists(names, '$.keyvalue() ? (@.value.type() != "string" || !(@.key like_regex "^[a-z]{2}$"))');

alter table categories add constraint categories_names_are_texts check (
  jsonb_typeof(names) = 'object'
  and not jsonb_path_exists(names, '$.keyvalue() ? (@.value.type() != "string" || !(@.key like_regex "^[a-z]{2}$"))')
);
alter table features add constraint features_names_are_texts check (
  jsonb_typeof(names) = 'object'
  and not jsonb_path_exists(names, '$.keyvalue() ? (@.value.type() != "string" || !(@.key like_regex "^[a-z]{2}$"))')
);

update settings set value = jsonb_set(value, '{rates}', (
  select coalesce(jsonb_object_agg(currency, rate), '{}')
  from jsonb_each(value -> 'rates') as r (currency, rate)
  where currency ~ '^[A-Z]{3}$'
    and case when jsonb_typeof(rate) = 'number' then (rate #>> '{}')::numeric > 0 and (rate #>> '{}')::numeric <= 1e9 else false end
)) where name = 'exchangeRates' and jsonb_typeof(value -> 'rates') = 'object';
