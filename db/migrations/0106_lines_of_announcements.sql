-- What was announced keeps the names that its lines have at the warehouse.
alter table asns add lines_by_id boolean not null default false;
comment on column asns.lines_by_id is 'Its lines are called by our ids there: it is from before their references were derived.';
update asns set lines_by_id = true;
