alter table orders add column held_before_cancel boolean not null default false;
comment on column orders.held_before_cancel is 'It was on hold when it was cancelled: if the channel takes the cancellation back, it is on hold again.';
