-- What a person does to one order is in Activity too: a run of one record, which has ended when it is written.
alter table runs drop constraint runs_kind_check;
alter table runs add constraint runs_kind_check check (kind in ('sync', 'import', 'export', 'bulk', 'action', 'remedy', 'replay'));
alter table runs add column order_event_id bigint;
alter table runs add foreign key (account_id, order_event_id) references order_events (account_id, id);
comment on column runs.order_event_id is 'The edit of an order that the action was, by which it is undone.';
create index runs_of_people on runs (account_id, id desc) where requested_by is not null and kind <> 'sync';
