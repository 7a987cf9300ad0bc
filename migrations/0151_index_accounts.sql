-- What an account exports and erases includes its ended sessions, its revoked keys and the papers that it uploaded.
drop index sessions_by_user;
create index sessions_by_user on sessions (user_id);
drop index api_keys_by_user;
create index api_keys_by_user on api_keys (user_id, created_at);
create index seller_documents_by_user on seller_documents (user_id);
