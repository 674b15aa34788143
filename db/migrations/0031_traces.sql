-- An order's trace goes on when its effects are sent. Empty, and so of no size, where it is not a sample.
alter table outbox add column trace text check (length(trace) <= 60);
comment on column outbox.trace is 'The trace that it goes on with, as a traceparent of W3C Trace Context.';
