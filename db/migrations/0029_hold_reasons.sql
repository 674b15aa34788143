alter table orders add column hold_reason text, add column hold_until timestamptz;
comment on column orders.hold_reason is 'Why a person put it on hold; kept when the hold ends, replaced by the next one.';
comment on column orders.hold_until is 'When its hold ends by itself; null: when a person ends it.';
