-- Whose hold it is that stands at the warehouse: the end of ours must not let go what the warehouse keeps back for its own reason.
alter table warehouse_orders add column held_by_warehouse boolean not null default false;
comment on column warehouse_orders.held_by_warehouse is
  'Where it is held: the warehouse does so by itself, whether we asked for it too or not. Without held it says nothing.';
-- Of what is held already it counts as ours what the warehouse confirmed when it was asked.
update warehouse_orders w set held_by_warehouse = true
where w.held
  and not exists (select from orders o where o.account_id = w.account_id and o.warehouse_order_id = w.id and o.on_hold
    and o.hold_outcome = 'done')
  and not exists (select from outbox x where x.account_id = w.account_id and x.warehouse_order_id = w.id
    and (x.kind = 'hold' and (x.state in ('done', 'sending') or x.attempts > 0 or x.maybe_done)
      or x.kind = 'release' and x.state in ('waiting', 'sending', 'failed')));
