-- As other sentences, why a record stayed as it was is kept as a code and values, which app/shared/runs/outcome-sentences.ts words.
alter table run_outcomes alter column reason type jsonb using case when reason is not null then jsonb_build_object('code', reason) end;
