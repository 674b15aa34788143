alter table orders add column source_details jsonb;
comment on column orders.source_details is 'What the channel says beside what we act on: notes, gift message, ship-by date, amount paid, warehouse, tags. Shown only.';

alter table order_lines add column options jsonb;
comment on column order_lines.options is 'What the buyer chose of the item, as the channel gives it: names and values.';
