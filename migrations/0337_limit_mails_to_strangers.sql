-- How many mails sellers have had sent to addresses of their choice: by seller, and by recipient (a keyed hash).
create table daily_mails (
  day      date not null,
  counted  text not null,
  mails    integer not null,
  primary key (day, counted)
);
