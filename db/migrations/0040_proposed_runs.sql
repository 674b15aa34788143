-- What an agent prepared with a key waits for a person, who starts it or declines it.
alter table runs add column proposed_by text check (char_length(proposed_by) between 1 and 200), add column proposed_key_id bigint;
comment on column runs.proposed_by is
  'The API key that prepared it and what its program calls itself. A person has to start it; null for what a person prepared.';
comment on column runs.proposed_key_id is 'That key: it alone hears what became of the run.';
create index runs_proposed on runs (account_id, proposed_key_id, id) where proposed_key_id is not null;
