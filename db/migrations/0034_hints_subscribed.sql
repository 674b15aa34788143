-- A connector that can tell the other side where to send its hints does so by itself, and again when our address has changed.
alter table connections
  add column hints_base text,
  add column hints_told_at timestamptz,
  add column hints_tried_at timestamptz,
  add column hints_failure text;
comment on column connections.hints_base is 'The base of our address when the other side was last told of it. Null: it is to be told.';
grant select (hints_base, hints_tried_at) on connections to crossdock_scheduler;
