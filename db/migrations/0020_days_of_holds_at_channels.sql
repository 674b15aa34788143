-- The channel knows one hold of an order: where the shop put its own in place of ours, the end of ours must not let it go.
alter table orders add column held_at_channel_until timestamptz;
comment on column orders.held_at_channel_until is
  'Until when we asked the channel to hold it; null where it holds none of ours, and where it was asked before this was kept.';
