-- Who asked for what the log tells of: a person, where one did; null for what Crossdock does by itself.
alter table outbox add column user_id bigint;
alter table exchanges add column user_id bigint;
