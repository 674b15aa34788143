-- What is wrong in a row of a file, and what would be right, are codes and values: app/shared/imports/problems.ts and expectations.ts.
alter table import_errors drop column cause;
alter table import_errors
  alter column problem type jsonb using jsonb_build_object('code', 'rule', 'says', problem),
  alter column expected type jsonb using jsonb_build_object('code', 'value', 'value', expected),
  add column cause integer not null generated always as
    (('x' || left(md5(column_name || ': ' || (problem->>'code') || ': ' || coalesce(problem->>'says', problem->>'status', '')), 8))::bit(32)::integer)
    stored;
comment on column import_errors.cause is 'What is wrong in which column: its code, and those values that tell causes apart.';
create index import_errors_by_cause on import_errors (account_id, import_id, cause, number);
-- Causes were counted in words.
alter table imports alter column causes type jsonb using '[]'::jsonb;
