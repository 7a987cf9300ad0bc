-- A session lives for up to a year; its refresh tokens are forgotten when they could not be used any more anyway.
create index refresh_tokens_by_age on refresh_tokens (created_at);
