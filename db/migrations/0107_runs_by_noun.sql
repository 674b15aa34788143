-- A run says by itself what it does: with the records of which noun, on which terms, and which run it takes back.
alter table runs alter column entity drop not null, alter column entity drop default;
alter table runs drop constraint runs_entity_check;
alter table runs add column terms jsonb, add column undoes bigint, add column undoable boolean not null default false;
update runs set entity = null where kind not in ('bulk', 'action', 'remedy');
update runs set undoable = true where action in ('hold', 'archive', 'delete', 'set', 'place-receipt');
comment on column runs.entity is 'The noun whose records it works on; null where it works on none.';
comment on column runs.terms is 'With what its action is performed, as a person chose it.';
comment on column runs.undoes is 'The run that this one takes back.';
comment on column runs.undoable is 'There is something to take back.';
