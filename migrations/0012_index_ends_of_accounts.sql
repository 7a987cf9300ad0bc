-- What the hourly purge and the erasure of an account look for.
create index sessions_by_end on sessions (ended_at) where ended_at is not null;
create index verification_codes_by_expiry on verification_codes (expires_at);
create index password_resets_by_expiry on password_resets (expires_at);
create index api_keys_by_revocation on api_keys (revoked_at) where revoked_at is not null;
