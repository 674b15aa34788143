-- How many rows of each kind a chunk of an import has, and where it begins and ends: a page of rows is found by these, without unpacking
-- the chunks before it.
alter table import_chunks
  add created int not null generated always as (length(codes) - length(replace(codes, 'c', ''))) stored,
  add changed int not null generated always as (length(codes) - length(replace(codes, 'u', ''))) stored,
  add unchanged int not null generated always as (length(codes) - length(replace(codes, 's', ''))) stored,
  add wrong int not null generated always as (length(codes) - length(replace(codes, 'w', ''))) stored,
  add first_number int generated always as (numbers[1]) stored,
  add last_number int generated always as (numbers[array_length(numbers, 1)]) stored,
  add cause_rows jsonb not null default '{}';
comment on column import_chunks.cause_rows is 'How many of its rows have an error of each cause, as the end of the check counted them: see causes/count.ts.';
