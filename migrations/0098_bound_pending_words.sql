-- compatible: yes

-- New words wait in a list that every search reads from end to end, by default until it has 512 pages. At sixteen pages a search costs what
-- it finds; whoever fills the list sorts it into the index, which takes a few milliseconds.
alter index listings_text_idx set (gin_pending_list_limit = 128);
alter index users_email_text_idx set (gin_pending_list_limit = 128);
alter index users_name_text_idx set (gin_pending_list_limit = 128);
alter index sellers_name_text_idx set (gin_pending_list_limit = 128);
alter index team_members_company_text set (gin_pending_list_limit = 128);
select gin_clean_pending_list(name::regclass)
from unnest(array['listings_text_idx', 'users_email_text_idx', 'users_name_text_idx', 'sellers_name_text_idx']) t(name);
