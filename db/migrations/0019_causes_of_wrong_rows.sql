-- Errors of one cause are counted, shown and mended together. A million of them are paged by the index.
alter table import_errors add column cause integer not null generated always as
  (('x' || left(md5(column_name || ': ' || regexp_replace(problem, '[0-9]+', '…', 'g')), 8))::bit(32)::integer) stored;
comment on column import_errors.cause is 'What is wrong in which column, whatever rows and counts it names.';
create index import_errors_by_cause on import_errors (account_id, import_id, cause, number);

alter table imports add column causes jsonb not null default '[]';
comment on column imports.causes is 'What is wrong by its cause, counted once at the end of the check: see checking/causes.ts. No page counts errors.';
alter table imports add column also_creates jsonb;
comment on column imports.also_creates is 'Records that rows name, and that are created with them: how many, and the first names.';
alter table imports add column continues_id bigint;
comment on column imports.continues_id is 'The import whose wrong rows this file has, mended: its columns are read as that one''s.';
alter table imports add foreign key (account_id, continues_id) references imports (account_id, id) on delete set null (continues_id);
create index imports_continued on imports (account_id, continues_id) where continues_id is not null;
