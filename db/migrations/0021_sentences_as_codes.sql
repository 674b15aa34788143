-- As other sentences, why sending stopped is kept as a code and values, which app/base/installation/stop-reasons.ts words.
alter table installation alter column reason type jsonb using case when reason is not null then jsonb_build_object('code', reason) end;
alter table comparisons alter column reason type jsonb using jsonb_build_object('code', reason);
