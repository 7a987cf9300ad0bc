-- compatible: yes

-- Who is told of the result of an import, or of a feed; erasure looks for an address.
create function import_receivers(options jsonb) returns text[] language sql immutable parallel safe as $$
  select array(select lower(receiver) from jsonb_array_elements_text(options -> 'notifyEmails') as receiver)
$$;
