-- Whether a stream fails for long was told by when it had last been read to its end: after every longer rest, as of a closed window, the
-- first failure was taken for one of hours.
alter table streams add column failing_since timestamptz;
comment on column streams.failing_since is
  'Since when reads of it fail, and it was not read to its end. Null where that is not so, and while it rests or nobody may read it.';
