-- An order's history says by which key something was done, as the audit does.
alter table order_events add column key_name text;
comment on column order_events.key_name is 'The API key that it was done with; its maker is the person. Null for what was done by hand.';
