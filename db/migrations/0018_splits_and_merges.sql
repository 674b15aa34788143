alter table orders
  drop constraint orders_source_state_check,
  add constraint orders_source_state_check check (source_state in ('ready', 'waiting', 'held', 'external', 'shipped', 'cancelled', 'unknown')),
  -- The channel's id of the order that it was split off.
  add column split_from text,
  -- Whether its goods are also those of another order, which a split or merge left behind. 'undecided' waits for a person, who
  -- says 'ship', or 'same': the goods went with the other order, and nothing of this one is sent.
  add column shared_goods text check (shared_goods in ('undecided', 'ship', 'same')),
  -- The channel has it no more.
  add column gone_at timestamptz,
  -- Why it was cancelled, when neither a person nor the channel cancelled it.
  add column ended_by text check (ended_by in ('gone', 'merged', 'same_goods'));
create index orders_split_off on orders (account_id, connection_id, split_from) where split_from is not null;

create table order_merges (
  account_id bigint not null,
  connection_id bigint not null,
  -- The channel's id of the order that was merged away. It need not be one of ours.
  remote_id text not null,
  into_id bigint not null,
  -- The order that it was merged into was with the warehouse by then, without these goods.
  came_too_late boolean not null,
  merged_at timestamptz not null default now(),
  primary key (account_id, connection_id, remote_id),
  foreign key (account_id, connection_id) references connections,
  foreign key (account_id, into_id) references orders
);
comment on table order_merges is
  'Which orders the channel merged into one of ours: their goods are now its own, and the channel has them no more.';
create index order_merges_of_order on order_merges (account_id, into_id);
call make_tenant_table('order_merges');
