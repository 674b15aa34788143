alter table accounts
  add column date_style text not null default 'month_first' check (date_style in ('month_first', 'day_first', 'year_first')),
  add column page_size smallint not null default 50 check (page_size in (25, 50, 100));
comment on column accounts.date_style is 'In which order its people read a date, on every screen.';
comment on column accounts.page_size is 'How many rows a page of a list has unless its address says so.';
grant update (date_style, page_size) on accounts to crossdock_app;
