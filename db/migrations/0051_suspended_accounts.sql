alter table accounts add column suspended_at timestamptz;
comment on column accounts.suspended_at is 'Since when nobody but super admins can work in it, and no connection of it is called. Null while it goes on.';
