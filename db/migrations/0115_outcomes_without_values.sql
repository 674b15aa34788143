-- What a bulk action set is in the ledger of changes.
alter table run_outcomes drop column changed;
