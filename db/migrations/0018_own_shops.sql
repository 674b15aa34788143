-- A shop of the account's own sends its orders by calls of the API, with a key that is bound to it.
create table shop_orders (
  account_id bigint not null references accounts,
  connection_id bigint not null,
  -- What the shop calls it, for ever: a repeat is the same order.
  external_id text not null check (char_length(external_id) between 1 and 100),
  -- Of the body as it was sent first. A repeat with another one is refused.
  digest text not null,
  order_id bigint,
  -- As the shop has it by now. Null once its buyer is erased.
  body jsonb,
  changed_at timestamptz not null default now(),
  -- How often the shop asked to cancel it.
  cancels int not null default 0,
  cancel_reason text,
  created_at timestamptz not null default now(),
  primary key (account_id, connection_id, external_id),
  foreign key (account_id, connection_id) references connections,
  foreign key (account_id, order_id) references orders
);
comment on table shop_orders is 'What the shops of accounts sent by calls: one row an order for ever, also where the order itself is gone.';
create index shop_orders_of_order on shop_orders (account_id, order_id) where order_id is not null;
call make_tenant_table('shop_orders');
