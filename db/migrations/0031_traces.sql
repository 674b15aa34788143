-- An order's trace goes on when its effects are sent. Empty, and so of no size, where it is not a sample.
alter table outbox add column trace text check (length(trace) <= 60);
comment on column outbox.trace is 'The trace that it goes on with, as a traceparent of W3C Trace Context.';

-- What was sent long ago gives up its trace with the rest: see app/shared/outbox/slim.ts.
drop index outbox_with_traces;
create index outbox_with_traces on outbox (account_id, id) where state = 'done' and (user_id is not null or ticket is not null or trace is not null);
