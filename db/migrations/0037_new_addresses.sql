-- A channel may change where an order goes while a part of it has left already. A person decides whether the rest follows.
alter table orders add column new_ship_to jsonb;
comment on column orders.new_ship_to is
  'What its channel has as its address, by the columns of the order, where that is another than the order has; noted of what went to the warehouse.';

create or replace function erase_from_orders(order_ids bigint[], fields text[]) returns void language plpgsql security definer set search_path = pg_catalog, public as $$ begin
  update changes set was = was - fields, "is" = "is" - fields
    where account_id = current_account() and noun in ('order', 'order address') and record_id = any (order_ids) and packed is null;
  update audit_entries set changes = changes - fields where account_id = current_account() and noun = 'order' and record_id = any (order_ids);
end $$;
