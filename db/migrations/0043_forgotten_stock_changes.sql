-- Once an hour all changes of an account's stock were read to find those that may go, and what was kept of the old ones was compared again.
alter table housekeeping add column stock_changes_to bigint not null default 0;
comment on column housekeeping.stock_changes_to is
  'Of the changes of stock up to this id, those that another one of the same place follows are deleted: they were old, and were looked at.';
