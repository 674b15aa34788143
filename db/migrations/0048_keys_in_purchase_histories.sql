alter table purchase_order_events add column key_name text;
comment on column purchase_order_events.key_name is 'The API key or agent that it was done with; its maker is the person. Null for what was done by hand.';
