-- What the channel asks for of a line that a person changed here; 0 on a line that a person added. Null: as the channel has it.
alter table order_lines add column source_quantity int;

-- The edit that an entry took back; and, of an edit, the lines that it removed, whole, so that they can come back.
alter table order_events add column undoes bigint, add column removed_lines json,
  add foreign key (account_id, undoes) references order_events;
create unique index order_events_undone on order_events (account_id, undoes) where undoes is not null;
