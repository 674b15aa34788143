alter table stock_counts
  add column short_since timestamptz,
  add column short_begun_at timestamptz,
  add column short_ended_at timestamptz,
  add check ((short_since is null) = (short_begun_at is null) and (short_since is null) = (short_ended_at is null));
comment on column stock_counts.short_since is 'Since when each count names so few products that none of them is used. Null: the last one is used.';
comment on column stock_counts.short_begun_at is 'When the newest of them began: its rows are kept in counted_rows, so that a person can have it used.';
comment on column stock_counts.short_ended_at is 'No figure of it is of after.';
