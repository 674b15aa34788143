-- A bulk action that gave items a category or a reorder point could not be taken back: nobody knew what they had before.
alter table run_outcomes add changed json;
comment on column run_outcomes.changed is 'What a bulk action set: the values before (was) and after (is), so that it can be taken back. Null: nothing, or it is known elsewhere.';
