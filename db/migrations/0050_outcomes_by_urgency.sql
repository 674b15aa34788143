-- outside a transaction
-- What failed stands first on the page of a run: of a run of a million records all outcomes were read and sorted to show two hundred.
drop index concurrently if exists run_outcomes_by_urgency;
create index concurrently run_outcomes_by_urgency on run_outcomes (account_id, run_id,
  (case outcome when 'failed' then 0 when 'waiting' then 1 when 'skipped' then 2 else 3 end), id);
