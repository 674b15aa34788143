-- Since when an order waits for its words: in a flood they come after the flow, but not endlessly.
alter table order_terms_due add column since timestamptz not null default now();
