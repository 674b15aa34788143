-- What a department is for, in its list and its files.
alter table departments add column description text not null default '';
-- Files are of any noun: which there are is in app/base/nouns.ts.
alter table exports drop constraint exports_kind_check;
