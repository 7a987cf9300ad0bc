-- compatible: yes

-- PostgreSQL looks for the rows that refer to one that is deleted: without an index it reads the whole table for each.

create index saved_search_alerts_listing_idx on saved_search_alerts (listing_id);
create index team_invitations_by_seller on team_invitations (seller_id);
create index team_invitations_by_inviter on team_invitations (invited_by) where invited_by is not null;
create index categories_merged_into_idx on categories (merged_into) where merged_into is not null;
create index brands_merged_into_idx on brands (merged_into) where merged_into is not null;
create index subscriptions_by_plan on subscriptions (plan_id);
create index subscriptions_by_next_plan on subscriptions (next_plan_id) where next_plan_id is not null;
create index invoices_by_corrected on invoices (corrects_invoice_id) where corrects_invoice_id is not null;
create index ledger_entries_by_invoice on ledger_entries (invoice_id) where invoice_id is not null;
create index ledger_entries_by_payment on ledger_entries (payment_id) where payment_id is not null;
create index message_templates_by_seller on message_templates (seller_id) where seller_id is not null;
create index message_templates_by_user on message_templates (user_id) where user_id is not null;
create index webhooks_by_any_seller on webhooks (seller_id) where seller_id is not null;
create index webhooks_by_any_person on webhooks (user_id, seller_id) where user_id is not null;

-- The same for what erasures and queues look for without a foreign key.
create index reviews_by_replier on reviews (reply_by) where reply_by is not null;
create index reports_by_decider on reports (decided_by) where decided_by is not null;
create index import_pulls_by_user on import_pulls (user_id);
create index listing_view_changes_by_age on listing_view_changes (changed_at);
